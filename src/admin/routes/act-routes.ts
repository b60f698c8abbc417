import { Hono } from "hono";
import { AppError } from "#contract";
import type { Acts } from "../acts/acts.ts";
import { type Bulk, bulkVerbs } from "../acts/bulk.ts";
import { t, turnPath } from "../html/view.ts";
import { bulkAskPage, bulkPage } from "../pages/bulk-page.ts";
import { confirmPage, type Question, sentBeforeNote } from "../pages/confirm-page.ts";
import type { ActOutcome, Actor } from "../ports.ts";
import { queryOf, readFilters, unreadFilters, wholeFilters } from "../read-query.ts";
import type { AdminContext, AdminEnv, SiteContext } from "./site-context.ts";

const actorOf = (c: AdminContext): Actor => ({
  who: `${c.var.session.role}#${c.var.session.id.slice(0, 6)}`,
});

/** Where to go after an act: a page of this site. */
const backOf = (fields: Readonly<Record<string, string>>, otherwise: string): string =>
  /^\/admin([/?][\w.@+%=&?/:~-]*)?$/.test(fields.back ?? "") ? (fields.back ?? otherwise) : otherwise;

const questions = {
  cancel: { zh: "取消这个问题,并告诉用户?", en: "Cancel this question and tell the person?" },
  retry: {
    zh: "按现在的数据重做,并把结果补发给用户?",
    en: "Do it anew on present data and send the result to the person?",
  },
  remove: {
    zh: "删除这一轮的记录?不能恢复。",
    en: "Remove the record of this turn? It cannot be brought back.",
  },
  resend: {
    zh: "把这一段再发一次?用户可能已经收到过。",
    en: "Send this part again? The person may have got it before.",
  },
  deliver: {
    zh: "第二次确认:现在再核验一次,然后真的发送给用户?",
    en: "Second confirmation: verify once more now, then really send it to the person?",
  },
  dead: {
    zh: "清空未送达列表?消息记录还在,只是不再列出。",
    en: "Clear the dead letters? The records stay, they are only listed no more.",
  },
  revoke: { zh: "撤销这个人的使用权?", en: "Revoke this person's access?" },
  block: { zh: "屏蔽?此后不再回应。", en: "Block them? They will get no word any more." },
} as const satisfies Record<string, Question>;

/** The pages and forms that do something. All of them are behind the form token and for operators. */
export function actRoutes(context: SiteContext, acts: Acts, bulk: Bulk): Hono<AdminEnv> {
  const { ports, show, say, languageOf } = context;
  const app = new Hono<AdminEnv>();
  /** Says what came of it on the next page. */
  const after = async (c: AdminContext, outcome: ActOutcome, otherwise: string) => {
    const { ok, said, turnId } = outcome;
    await say(c, `${ok ? "✓" : "✗"} ${said[languageOf(c)]}`);
    return c.redirect(ok && turnId !== undefined ? turnPath(turnId) : backOf(c.var.fields, otherwise), 303);
  };
  /** Asks first, unless it was asked, and names who or what it is about. */
  const sure = (
    c: AdminContext,
    question: Question,
    otherwise: string,
    act: () => Promise<ActOutcome>,
    subject = c.var.fields.name ?? c.req.param("id") ?? "",
  ) => {
    const { fields } = c.var;
    if (fields.sure === "1") return act().then((outcome) => after(c, outcome, otherwise));
    return show(c, (view) =>
      confirmPage(
        view,
        { question, subject, action: c.req.path },
        { ...fields, back: backOf(fields, otherwise) },
      ),
    );
  };
  const turnOf = (c: AdminContext): string => c.req.param("id") ?? "";

  app.post("/admin/turns/:id/replay", async (c) => {
    const { from = "route", data } = c.var.fields;
    const kept = await acts.replay(actorOf(c), turnOf(c), { from, live: data === "live" });
    if (kept === undefined) return c.text("not found\n", 404);
    return c.redirect(`/admin/replays/${kept.id}`, 303);
  });
  app.post("/admin/turns/:id/collect", async (c) =>
    after(
      c,
      await acts.collect(actorOf(c), turnOf(c), { wrong: c.var.fields.wrong === "1" }),
      turnPath(turnOf(c)),
    ),
  );
  app.post("/admin/turns/:id/promote", async (c) =>
    after(c, await acts.promote(actorOf(c), turnOf(c)), turnPath(turnOf(c))),
  );
  for (const name of ["cancel", "retry", "remove"] as const)
    app.post(`/admin/turns/:id/${name}`, (c) =>
      sure(c, questions[name], turnPath(turnOf(c)), () => acts[name](actorOf(c), turnOf(c))),
    );
  app.post("/admin/turns/:id/resend", (c) =>
    sure(c, questions.resend, turnPath(turnOf(c)), () =>
      acts.resend(actorOf(c), turnOf(c), Number(c.var.fields.part ?? "0")),
    ),
  );
  app.post("/admin/replays/:id/deliver", async (c) => {
    const { fields } = c.var;
    const page = `/admin/replays/${encodeURIComponent(turnOf(c))}`;
    if (fields.sure === "1") {
      const seen = (fields.seen ?? "").split(" ");
      return after(c, await acts.deliver(actorOf(c), turnOf(c), seen), page);
    }
    const { turnId = "" } = (await acts.replays.find(turnOf(c))) ?? {};
    const sent = await acts.replays.sentBefore(turnId);
    return show(c, (view) =>
      confirmPage(
        view,
        {
          question: questions.deliver,
          subject: turnId,
          action: c.req.path,
          known: sentBeforeNote(view, sent),
        },
        { ...fields, back: backOf(fields, page), seen: sent.map(({ id }) => id).join(" ") },
      ),
    );
  });
  app.post("/admin/dead/clear", (c) =>
    sure(c, questions.dead, "/admin/turns?state=undelivered", () => acts.clearDead(actorOf(c))),
  );
  app.post("/admin/people/approve", async (c) =>
    after(c, await acts.approve(actorOf(c), c.var.fields.code ?? ""), "/admin/people"),
  );
  app.post("/admin/people/unblock", async (c) =>
    after(c, await acts.unblock(actorOf(c), c.var.fields.name ?? ""), "/admin/people"),
  );
  app.post("/admin/people/revoke", (c) =>
    sure(c, questions.revoke, "/admin/people", () => acts.revoke(actorOf(c), c.var.fields.name ?? "")),
  );
  app.post("/admin/people/block", (c) => {
    const { name: written = "" } = c.var.fields;
    const read = ports.readPerson(written);
    if (!read.ok) {
      const said = {
        zh: `没有屏蔽 ${written}:${read.why.zh}`,
        en: `${written} is not blocked. ${read.why.en}`,
      };
      return after(c, { ok: false, said }, "/admin/people");
    }
    const { name } = read;
    return sure(c, questions.block, "/admin/people", () => acts.block(actorOf(c), name), name);
  });

  const verbOf = (text: string | undefined) => bulkVerbs.find((verb) => verb === text) ?? "replay";
  app.get("/admin/bulk", (c) =>
    show(c, async (view) => {
      if (!view.mayAct) return { title: t(view, "观察员不能操作", "Viewers only look") };
      const filters = await wholeFilters(
        readFilters((name) => c.req.query(name)),
        ports,
      );
      const verb = verbOf(c.req.query("verb"));
      const unread = unreadFilters(filters);
      const count = unread.length > 0 ? 0 : await bulk.count(verb, queryOf(filters, view.nowMs, view));
      return bulkAskPage(view, verb, filters, count, unread);
    }),
  );
  app.post("/admin/bulk", async (c) => {
    const { fields } = c.var;
    const filters = await wholeFilters(
      readFilters((name) => fields[name]),
      ports,
    );
    if (unreadFilters(filters).length > 0) throw new AppError("INVALID_ARGS");
    const nowMs = ports.clock.wallMs();
    const whole = queryOf(filters, nowMs, { hidesText: false });
    // What has come in since they were counted was not agreed to.
    const query = { ...whole, toMs: Math.min(whole.toMs ?? nowMs, Number(fields.counted) || nowMs) };
    const how = { from: fields.stage ?? "route", live: fields.data === "live" };
    const id = await bulk.start(actorOf(c), verbOf(fields.verb), query, how);
    return c.redirect(`/admin/bulk/${id}`, 303);
  });
  app.get("/admin/bulk/:id", async (c) => {
    const state = await bulk.state(c.req.param("id"));
    return state === undefined
      ? show(c, (view) => ({ title: t(view, "没有这一页", "There is no such page") }), 404)
      : show(c, (view) => bulkPage(view, state));
  });
  app.onError((error, c) => {
    if (!(error instanceof AppError) || error.code === "INTAKE_DOWN") throw error;
    return c.text(`${error.code}\n`, 400);
  });
  return app;
}
