// Draws the live part of a page anew whenever the service says that it has changed.
const live = document.getElementById("live");

/** What somebody has opened or is typing in must not be taken away under their hands. */
const isBusy = () => {
  const active = document.activeElement;
  return live.contains(active) && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName);
};

const openOnes = () => new Set([...live.querySelectorAll("details[open][id]")].map(({ id }) => id));

const show = (markup) => {
  if (isBusy()) return;
  const open = openOnes();
  const focused = live.contains(document.activeElement) ? document.activeElement.id : "";
  live.innerHTML = markup;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused !== "") document.getElementById(focused)?.focus();
};

if (live !== null && "EventSource" in window) {
  const source = new EventSource(`/admin/live?of=${encodeURIComponent(live.dataset.live)}`);
  source.addEventListener("part", ({ data }) => show(JSON.parse(data)));
  // What stands there must not pass for the present state.
  const lost = document.getElementById("lost");
  source.addEventListener("error", () => lost?.removeAttribute("hidden"));
  source.addEventListener("open", () => lost?.setAttribute("hidden", ""));
  source.addEventListener("end", () => source.close());
}
