/** The report's own look; nothing is loaded from anywhere. */
export const style = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5c6776;--paper:#fff;--sheet:#f5f6f8;--line:#d9dee5;--good:#1f8a5b;--bad:#c53b3b;--part:#2f6fb7}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa5b4;--paper:#14181e;--sheet:#1d232b;--line:#343d49;--good:#4cc38a;--bad:#ef7070;--part:#5b9be0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1000px;padding:24px 20px 60px;background:var(--paper);color:var(--ink);
font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans SC","Noto Sans CJK SC",sans-serif}
h1{font-size:24px;margin:0 0 4px}h2{font-size:17px;margin:34px 0 10px}
.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:18px 0}
.tile{background:var(--sheet);border-radius:8px;padding:12px 14px}.tile b{display:block;font-size:24px;line-height:1.2}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--soft)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{width:100%;max-width:760px;height:auto;font-size:13px}svg text{fill:var(--ink)}svg text.soft{fill:var(--soft)}
.part{fill:var(--part)}.rest{fill:var(--line)}.pass .part{fill:var(--good)}.pass .rest{fill:var(--bad)}.axis{stroke:var(--line)}
article{background:var(--sheet);border-radius:8px;padding:14px 16px;margin:12px 0;border-left:4px solid var(--bad)}article h3{margin:0 0 8px;font-size:15px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:8px 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
ul{margin:0;padding-left:18px}code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK SC",monospace;overflow-wrap:anywhere}
summary{cursor:pointer}
`;
