// Draws the state of the login anew while somebody looks at it.
const live = document.getElementById("live");
const everyMs = 2000;
let known = "";

/** What somebody is typing must not be taken away under their hands. */
const isBusy = () => live.contains(document.activeElement) && document.activeElement.tagName === "INPUT";

const look = async () => {
  if (!document.hidden && !isBusy()) {
    try {
      const response = await fetch(location.href, { headers: { "x-live-part": "1" } });
      const markup = await response.text();
      if (response.ok && markup !== known && !isBusy()) {
        live.innerHTML = markup;
        known = markup;
      }
    } catch {
      // Offline for a moment.
    }
  }
  setTimeout(look, everyMs);
};

if (live?.dataset.open !== undefined) look();
