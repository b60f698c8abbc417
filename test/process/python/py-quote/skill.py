"""One line in, calls and their results in between, one line out. Values are pointed at, never written."""
import json
import sys


def read():
    return json.loads(sys.stdin.readline())


def write(value):
    print(json.dumps(value), flush=True)


def call(tool, **args):
    write({"call": {"id": tool, "tool": tool, "args": args}})
    return read()


asked = read()["input"].get("codes", [])
claims = []
for query in asked:
    resolved = call("resolve_security", query=query).get("result")
    if resolved is None or resolved["value"]["status"] != "one":
        continue
    found = call("get_price", code=resolved["value"]["matches"][0]["code"]).get("result")
    if found is not None:
        claims.append({"tool_call_id": found["tool_call_id"], "path": "/current_price"})

write({"answer": {"claims": claims}} if claims else {"refusal": {"code": "NO_DATA"}})
