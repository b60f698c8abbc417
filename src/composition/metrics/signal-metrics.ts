import { Counter, Histogram, type Registry } from "prom-client";
import { type SignalRecord, turnSignal } from "../../eval/turn-signal.ts";

const secondsPerDay = 86_400;

/** How well the promise is kept, from the record of every ended turn; the same reading as `qianmen eval`. */
export function createSignalMetrics(registry: Registry): (record: SignalRecord) => void {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const verified = counter(
    "qianmen_verified_turns_total",
    "Turns with claims, by whether all of the first attempt's passed the Verifier.",
    ["first_pass"],
  );
  const numeric = counter(
    "qianmen_numeric_claims_total",
    "Numeric claims that the Verifier saw, by whether their cites led to what they say.",
    ["cite"],
  );
  const references = counter(
    "qianmen_competence_references_total",
    "References to competences, by whether they resolved.",
    ["resolved"],
  );
  const age = new Histogram({
    name: "qianmen_cited_value_age_seconds",
    help: "Market time of the answer minus the as_of of each number in it.",
    buckets: [5, 30, 120, 600, 3600, 4 * 3600, ...[1, 2, 4, 8, 32, 128].map((days) => days * secondsPerDay)],
    registers,
  });
  const refusals = counter("qianmen_synthesis_refusals_total", "Spans of model drafts that a wall refused.");
  const fallbacks = counter(
    "qianmen_template_fallbacks_total",
    "Answers that a template wrote because a model's drafts were refused.",
  );
  const guarded = counter(
    "qianmen_guard_refused_answers_total",
    "Finished answers that the last wall refused, so that the turn failed.",
  );
  const escalated = counter("qianmen_escalated_turns_total", "Turns in which the large tier was asked.");
  return function observe(record) {
    const signal = turnSignal(record);
    if (signal.firstPass !== undefined) verified.inc({ first_pass: String(signal.firstPass) });
    const { numericClaims, validCites, competenceReferences, competencesResolved } = signal;
    numeric.inc({ cite: "valid" }, validCites);
    numeric.inc({ cite: "invalid" }, numericClaims - validCites);
    references.inc({ resolved: "true" }, competencesResolved);
    references.inc({ resolved: "false" }, competenceReferences - competencesResolved);
    for (const seconds of signal.citedAgesSeconds) age.observe(seconds);
    refusals.inc(signal.draftRefusals);
    if (signal.fellBack) fallbacks.inc();
    if (signal.guardRefused) guarded.inc();
    if (signal.escalated) escalated.inc();
  };
}
