const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const esc = (text: string | number | null | undefined): string => String(text ?? '').replaceAll(/[&<>"']/g, (sign) => signs[sign]!)

const look = `
:root{color-scheme:light dark;--ground:#f7f6f3;--card:#fff;--ink:#23211d;--soft:#68645b;--line:#e3dfd6;--accent:#a4461f;--accent-ink:#fff;--good:#2c6e49;--bad:#a12b2b}
@media(prefers-color-scheme:dark){:root{--ground:#171614;--card:#211f1c;--ink:#f0ede6;--soft:#aaa498;--line:#37342e;--accent:#e08a5f;--accent-ink:#1b1310;--good:#7cc79b;--bad:#ef8f8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}
header{display:flex;gap:1rem;align-items:baseline;flex-wrap:wrap}
header a{color:inherit;text-decoration:none;font-weight:700;font-size:1.15rem}
header nav a{font-weight:500;font-size:1rem;margin-inline-end:1rem;color:var(--soft)}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0 .75rem}.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:0 0 1rem}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}
form.line label>input,form.line label>select{display:block}
form.line{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:end}
label{display:block;font-size:.875rem;color:var(--soft)}
input,select,textarea{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:.5rem .6rem;max-width:100%}
form.card label>input:not([type=radio],[type=checkbox]),form.card label>textarea{display:block;width:100%;max-width:26rem}
button,.button{font:inherit;font-weight:600;cursor:pointer;border-radius:8px;border:1px solid var(--accent);background:var(--accent);color:var(--accent-ink);padding:.5rem .9rem;text-decoration:none;display:inline-block}
button.plain{background:transparent;color:var(--ink);border-color:var(--line);font-weight:500;padding:.3rem .6rem}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.times{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}.times button{background:var(--card);color:var(--accent)}.times button:hover{background:var(--accent);color:var(--accent-ink)}
.times.short{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr))}.times a{background:var(--card);color:var(--accent);text-align:center}.times a:hover{background:var(--accent);color:var(--accent-ink)}
.places{list-style:none;padding:0;margin:0}.places>li{margin:0}.places h2{margin:0 0 .25rem}.places p{margin:0}
.picture{display:block;width:100%;height:auto;margin:0 0 1rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
.picture circle{fill:var(--accent);fill-opacity:.75;stroke:var(--card)}
.tight td,.tight th{white-space:nowrap}
table{width:100%;border-collapse:collapse;font-size:.9375rem}th,td{text-align:start;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:500;font-size:.8125rem}.scroll{overflow-x:auto}
.mark{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 .55rem;font-size:.8125rem}
.good{color:var(--good)}.bad{color:var(--bad)}code{font-size:.8125rem;overflow-wrap:anywhere}
`

export type Frame = { title: string; site: string; nav?: readonly (readonly [href: string, text: string])[] }

/** A whole page; `body` is HTML already. */
export const page = ({ title, site, nav = [] }: Frame, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${esc(title)} – ${esc(site)}</title><style>${look}</style></head><body><header><a href="/">${esc(site)}</a><nav>` +
  `${nav.map(([href, text]) => `<a href="${esc(href)}">${esc(text)}</a>`).join('')}</nav></header><main><h1>${esc(title)}</h1>${body}</main></body></html>`
