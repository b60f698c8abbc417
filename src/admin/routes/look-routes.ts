import { Hono } from "hono";
import { chatKey } from "#contract";
import { hourMs } from "../../journal/activity.ts";
import type { Acts } from "../acts/acts.ts";
import { t } from "../html/view.ts";
import { auditPage } from "../pages/audit-page.ts";
import { chartDays, chartsPage } from "../pages/charts-page.ts";
import { healthPage } from "../pages/health-page.ts";
import { peoplePage } from "../pages/people-page.ts";
import { replayPage } from "../pages/replay-page.ts";
import { settingsPage } from "../pages/settings-page.ts";
import { turnPage } from "../pages/turn-page.ts";
import { turnsPage } from "../pages/turns-page.ts";
import { underWayPage } from "../pages/under-way-page.ts";
import { sumCounts } from "../rates.ts";
import { queryOf, readFilters, unreadFilters, wholeFilters } from "../read-query.ts";
import type { AdminEnv, SiteContext } from "./site-context.ts";

const rowsPerPage = 50;
const auditRows = 100;
const mostDead = 1000;
const mostTurnsUnderWay = 60;

/** The pages that only show. */
export function lookRoutes(context: SiteContext, acts: Acts): Hono<AdminEnv> {
  const { ports, show } = context;
  const app = new Hono<AdminEnv>();
  const noSuch = (c: Parameters<typeof show>[0]) =>
    show(c, (view) => ({ title: t(view, "没有这一页", "There is no such page") }), 404);

  app.get("/admin", (c) =>
    show(c, async (view) => {
      const [lines, queues, question, answer, dead, refused, failed, hours, requests] = await Promise.all([
        ports.health(),
        ports.queueCounts(),
        ports.search.oldestOpen(),
        ports.oldestAnswer(),
        ports.resend.deadLetters(mostDead),
        ports.search.ids({ state: "refused" }, mostDead),
        ports.search.ids({ state: "failed", fromMs: view.nowMs - 24 * hourMs }, mostDead),
        ports.activity.read(view.nowMs - 23 * hourMs, view.nowMs),
        ports.people.requests(),
      ]);
      const day = sumCounts(hours.values());
      return healthPage(view, {
        lines,
        queues,
        oldest: { question, answer },
        dead: dead.length,
        refused: refused.length,
        failed: failed.length,
        day,
        waitingPeople: requests.length,
      });
    }),
  );
  app.get("/admin/turns", (c) =>
    show(c, async (view) => {
      const filters = await wholeFilters(
        readFilters((name) => c.req.query(name)),
        ports,
      );
      const query = queryOf(filters, view.nowMs, view);
      const after = c.req.query("after");
      const unread = unreadFilters(filters);
      const how = { limit: rowsPerPage, ...(after === undefined ? {} : { after }) };
      const page = unread.length > 0 ? { turns: [] } : await ports.search.find(query, how);
      const { skills } = await ports.pipeline();
      const values = { skills: [...skills.keys()].sort(), platforms: ports.platforms };
      const unanswered = page.turns.filter(
        ({ turn: { state } }) => state === "failed" || state === "canceled",
      );
      const sent = await Promise.all(unanswered.map(({ turn }) => acts.replays.sentFor(turn.id)));
      const sentSince = new Set(unanswered.flatMap(({ turn }, at) => (sent[at]?.length ? [turn.id] : [])));
      return turnsPage(view, { page, filters, query, values, sentSince, unread });
    }),
  );
  app.get("/admin/turns/:id", async (c) => {
    const turn = await ports.journal.read(c.req.param("id"));
    if (turn === null) return noSuch(c);
    const [ledger, sentFor, waiting] = await Promise.all([
      ports.outbox.rows(turn.id),
      acts.replays.sentFor(turn.id),
      ports.inbound.waiting(chatKey(turn.message)),
    ]);
    const { metrics } = ports;
    const prices = ports.prices();
    return show(c, (view) => turnPage(view, { turn, ledger, sentFor, waiting, metrics, prices }));
  });
  app.get("/admin/turns/:id/export", async (c) => {
    const turn = await ports.journal.read(c.req.param("id"));
    const hides = c.var.session.role === "viewer" && ports.door.viewerText === "hide";
    if (turn === null || hides) return noSuch(c);
    const name = turn.id.replace(/[^A-Za-z0-9_.-]/g, "_");
    return c.body(
      JSON.stringify({ qianmen: 1, turn, ledger: await ports.outbox.rows(turn.id) }, null, 1),
      200,
      {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.json"`,
      },
    );
  });
  app.get("/admin/replays/:id", async (c) => {
    const kept = await acts.replays.find(c.req.param("id"));
    return kept === undefined ? noSuch(c) : show(c, (view) => replayPage(view, kept));
  });
  app.get("/admin/under-way", (c) =>
    show(c, async (view) => {
      const ways = await ports.underWay();
      const ids = [...new Set(ways.rows.map(({ turnId }) => turnId))].slice(0, mostTurnsUnderWay);
      const read = await Promise.all(ids.map((id) => ports.journal.read(id)));
      const turns = new Map(read.flatMap((turn) => (turn === null ? [] : [[turn.id, turn] as const])));
      return underWayPage(view, { ways, turns });
    }),
  );
  app.get("/admin/charts", (c) =>
    show(c, async (view) => {
      const days = chartDays.find((each) => String(each) === c.req.query("days")) ?? 7;
      const hours = await ports.activity.read(view.nowMs - (days + 1) * 24 * hourMs, view.nowMs);
      return chartsPage(view, { hours, days, prices: ports.prices() });
    }),
  );
  app.get("/admin/people", (c) =>
    show(c, async (view) => peoplePage(view, await ports.people.people(), await ports.people.requests())),
  );
  app.get("/admin/audit", (c) =>
    show(c, async (view) => {
      const before = c.req.query("before") ?? "";
      const from = /^\d{1,15}-\d{1,9}$/.test(before) ? { before } : {};
      return auditPage(view, await ports.audit.read({ limit: auditRows, ...from }), auditRows);
    }),
  );
  app.get("/admin/settings", (c) => show(c, (view) => settingsPage(view, ports.settings())));
  app.get("/admin/*", noSuch);
  return app;
}
