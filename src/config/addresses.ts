/** `scheme://[user:password@]host[,host]…[/path][?query][#fragment]`; none of its parts can be empty and repeat, so it does not backtrack. */
const address = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^?#]*)(.*)$/is;

/** Short ones are like any other word: striking them out would say what they are. */
const leastQuery = 8;

/** A setting's value as it may be shown: of an address neither user and password nor query, of anything else all. */
export function shownValue(value: string): string {
  const [, scheme, authority = "", path] = address.exec(value) ?? [];
  return scheme === undefined ? value : `${scheme}${authority.slice(authority.lastIndexOf("@") + 1)}${path}`;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What of an address no log may hold: its password and what stands in its query, as written and decoded. */
export function secretsOfAddress(value: string): readonly string[] {
  const [, , authority = "", , rest = ""] = address.exec(value) ?? [];
  const login = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const password = login.includes(":") ? login.slice(login.indexOf(":") + 1) : "";
  const inQuery = rest.split(/[?&#]/).map((pair) => pair.slice(pair.indexOf("=") + 1));
  const found = [password, ...inQuery.filter(({ length }) => length >= leastQuery)];
  return found.filter((each) => each !== "").flatMap((each) => [each, decoded(each)]);
}
