import { esc } from '../http/page.ts'
import type { Reply } from '../http/router.ts'
import { type Call, type CallLog, type Figure, limits } from './call-log.ts'
import { frame } from './map-pages.ts'
import type { FeedDesk, FeedFile } from './feeds/feed-desk.ts'
import type { FeedAccess } from './feeds/serve-feeds.ts'
import type { UpdatesHost } from './updates/updates-host.ts'

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
const mark = (good: boolean, text: string): string => `<span class="mark ${good ? 'good' : 'bad'}">${esc(text)}</span>`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="scroll" tabindex="0"><table class="tight"><thead><tr>${heads.map((head) => `<th>${esc(head)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const figureRow = ({ method, calls, errors, share, p95, last20, tooMany, tooSlow }: Figure): string[] => {
  const limit = limits[method]
  return [
    esc(method),
    String(calls),
    `${errors} <span class="soft">(${percent(share)}${limit ? `, limit ${percent(limit.errors)}` : ''})</span>`,
    `${p95} ms${limit ? ` <span class="soft">(limit ${limit.ms} ms)</span>` : ''}`,
    percent(last20),
    limit ? mark(!tooMany && !tooSlow, tooMany ? 'Too many errors' : tooSlow ? 'Too slow' : 'Good') : '',
  ]
}
const callRow = ({ at, method, purpose, ms, status, verdict, words }: Call): string[] => [
  esc(at.slice(11, 19)),
  esc(method),
  esc(purpose),
  `${ms} ms`,
  esc(status ?? 'no answer'),
  verdict === 'ok' ? mark(true, 'Good') : verdict === 'failure' ? esc(words) : `${mark(false, 'Error')} ${esc(words)}`,
]

const mostShown = 50
const healthOf = (log: CallLog): string => {
  const last = log.calls().findLast(({ method }) => method === 'HealthCheck')
  if (!last) return '<p class="card">No partner is connected.</p>'
  const state = log.suspended()
    ? mark(false, 'Set aside until it answers again')
    : mark(last.verdict === 'ok', last.verdict === 'ok' ? 'Healthy' : 'Not answered')
  return `<p class="card">${state} <span class="soft">asked at ${esc(last.at.slice(11, 19))} UTC${last.words ? `: ${esc(last.words)}` : ''}</span></p>`
}

const updatesOf = ({ received, quota }: UpdatesHost): string => {
  const wrong = received.filter(({ status }) => status >= 400).length
  const rows = received
    .toReversed()
    .slice(0, mostShown)
    .map(({ at, what, status }) => [esc(at.slice(11, 19)), `<code>${esc(what)}</code>`, mark(status < 400, String(status))])
  const sum = `<p class="soft">${received.length} came, ${wrong} of them refused; ${quota.used()} of ${quota.perMinute} in the last minute.</p>`
  return sum + (rows.length ? table(['When', 'What', 'Status'], rows) : '')
}

const stateMarks: Readonly<Record<FeedFile['state'], string>> = {
  IN_PROGRESS: '<span class="mark">Waits for the rest</span>',
  SUCCESS: mark(true, 'Taken'),
  FAILURE: mark(false, 'Refused'),
}
const feedsOf = (desk: FeedDesk, { port, fingerprint, users }: FeedAccess): string => {
  const rows = desk
    .files()
    .toReversed()
    .slice(0, mostShown)
    .map(({ at, kind, name, state, records, errors, errorCount }) => [
      esc(at.slice(0, 19).replace('T', ' ')),
      esc(kind),
      esc(name),
      stateMarks[state],
      String(records),
      errorCount ? `${errorCount}: <code>${esc(errors[0]?.code)}</code>` : '0',
    ])
  const where =
    `<p class="soft">SFTP at port ${port}, host key <code>${esc(fingerprint)}</code>. Users: ` +
    `${Object.entries(users)
      .map(([kind, user]) => `${kind} <code>${esc(user)}</code>`)
      .join(', ')}.</p>`
  const form =
    '<form class="line" method="post" action="/partner/keys"><label>Public key for feeds, as one line <input name="key" required maxlength="2000"></label>' +
    '<button class="plain">Register</button></form>'
  return (
    where + (rows.length ? table(['When', 'Feed', 'File', 'State', 'Records', 'Errors'], rows) : '<p class="soft">No feed yet.</p>') + form
  )
}

export type PartnerView = { log: CallLog; updates: UpdatesHost; desk: FeedDesk; feeds: FeedAccess }

/** Everything Google tells a partner of itself, on one page. */
export const partnerPage = ({ log, updates, desk, feeds }: PartnerView): Reply => {
  const figures = log.figures().filter(({ method }) => method !== 'HealthCheck')
  const calls = log.calls().filter(({ method }) => method !== 'HealthCheck')
  const complaints = log.complaints().toReversed().slice(0, mostShown)
  return frame(
    'For the partner',
    `<h2>Health</h2>${healthOf(log)}` +
      `<h2>Booking server</h2>${
        figures.length
          ? table(
              ['Method', 'Calls', 'Errors', '95 of 100 within', 'Last 20 without error', 'Verdict'],
              figures.map((one) => figureRow(one)),
            )
          : '<p class="soft">No call yet.</p>'
      }` +
      `<h2>Feeds</h2>${feedsOf(desk, feeds)}` +
      `<h2>Real-time updates</h2>${updatesOf(updates)}` +
      `<h2>Complaints</h2>${
        complaints.length
          ? table(
              ['When', 'About', 'What', 'In words'],
              complaints.map(({ at, about, code, words }) => [
                esc(at.slice(0, 19).replace('T', ' ')),
                esc(about),
                `<code>${esc(code)}</code>`,
                esc(words),
              ]),
            )
          : '<p class="soft">None.</p>'
      }` +
      `<h2>Last calls</h2>${
        calls.length
          ? table(
              ['When', 'Method', 'For', 'Took', 'Status', 'Verdict'],
              calls
                .toReversed()
                .slice(0, mostShown)
                .map((one) => callRow(one)),
            )
          : '<p class="soft">None.</p>'
      }`,
  )
}
