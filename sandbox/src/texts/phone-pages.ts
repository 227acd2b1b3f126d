import { esc, page } from '../http/page.ts'
import { html, type Reply } from '../http/router.ts'
import type { Habit, Phones, Shown } from './phones.ts'

const site = 'Sandbox Texts'
const nav = [['/', 'Phones']] as const
const habits: readonly (readonly [Habit, string])[] = [
  ['delivered', 'every text is delivered'],
  ['failed', 'every text fails'],
  ['wait', 'I say it for each text'],
]

const bubble = ({ id, way, text, at, state }: Shown): string => {
  const report = (next: string, label: string): string =>
    `<form method="post" action="/texts/${esc(id)}/report"><input type="hidden" name="state" value="${next}"><button class="plain">${label}</button></form>`
  const acts =
    way === 'out' && state === 'sent' ? `<div class="acts">${report('delivered', 'It arrives')}${report('failed', 'It fails')}</div>` : ''
  return `<li class="${way}"><p>${esc(text)}</p><small>${esc(at.slice(11, 19))}${way === 'out' ? ` · ${esc(state)}` : ''}</small>${acts}</li>`
}

const look =
  '<style>.phone{max-width:24rem;margin:0 auto;border:2px solid var(--line);border-radius:28px;padding:1rem;background:var(--card)}.phone ul{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.6rem}.phone li{max-width:85%;padding:.5rem .75rem;border-radius:14px;background:var(--ground);overflow-wrap:anywhere}.phone li.in{margin-inline-start:auto;background:var(--accent);color:var(--accent-ink)}.phone li p{margin:0;white-space:pre-line}.phone li small{opacity:.75}.acts{display:flex;gap:.5rem;margin-block-start:.4rem}.quick{display:flex;flex-wrap:wrap;gap:.5rem;margin-block-end:.75rem}</style>'

export const phonesPage = (phones: Phones): Reply => {
  const rows = phones.numbers().map((number) => {
    const [last] = phones.on(number)
    return `<div class="card"><h2><a href="/phones/${encodeURIComponent(number)}">${esc(number)}</a></h2><p class="soft">${esc(last?.text ?? '')}</p></div>`
  })
  const options = habits.map(([value, label]) => `<option value="${value}"${phones.habit() === value ? ' selected' : ''}>${label}</option>`)
  const body =
    `<form class="line card" method="post" action="/habit"><label>Delivery<br><select name="habit">${options.join('')}</select></label><button>Set</button></form>` +
    (rows.length
      ? rows.join('')
      : '<p>No text has been sent yet. Have a venue of the demo send its messages by text, and book with a number.</p>')
  return html(page({ title: 'Phones', site, nav }, body))
}

export const phonePage = (phones: Phones, number: string): Reply => {
  const at = `/phones/${encodeURIComponent(number)}`
  const quick = (text: string): string =>
    `<form method="post" action="${at}"><input type="hidden" name="text" value="${text}"><button class="plain">${text}</button></form>`
  const body =
    `${look}<div class="phone"><ul>${phones.on(number).toReversed().map(bubble).join('')}</ul>` +
    `<div class="quick">${['1', '9', 'STOP', 'START'].map(quick).join('')}</div>` +
    `<form class="line" method="post" action="${at}"><label>Answer<br><input name="text" maxlength="500" required autocomplete="off"></label><button>Send</button></form>` +
    `<p><a href="${at}">Look again</a></p></div>`
  return html(page({ title: number, site, nav }, body))
}
