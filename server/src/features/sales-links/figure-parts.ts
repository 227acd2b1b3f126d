import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import type { SalesFigures } from './figures.ts'
import type { SalesWords } from './sales-words.ts'

type Fact = { value: string; label: string; what: string; period: string; source: string }

/** A figure never stands without what it counts, when and by whose word. */
const factOf = ({ value, label, what, period, source }: Fact, { phrases: { of } }: SalesWords): string => {
  const lines = [
    [of.what, what],
    [of.period, period],
    [of.source, source],
  ]
  const about = lines.map(([term, text]) => `<dt>${escapeHtml(term!)}</dt><dd>${escapeHtml(text!)}</dd>`).join('')
  return `<div class="fact"><strong>${escapeHtml(value)}</strong>${escapeHtml(label)}<dl>${about}</dl></div>`
}
const factsOf = (facts: readonly Fact[], words: SalesWords): string =>
  `<div class="facts">${facts.map((fact) => factOf(fact, words)).join('')}</div>`
const section = (title: string, body: string): string => `<section><h2>${escapeHtml(title)}</h2>${body}</section>`
const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

const demandPart = ({ demand }: SalesFigures, words: SalesWords): string => {
  const { demand: said, of } = words.phrases
  if (!demand) return section(said.title, paragraph(said.unknown))
  const [from, to] = [words.day(demand.from), words.day(demand.to)]
  const period = fill(from === to ? of.now : of.span, { from, to, day: to })
  const about = { period, source: said.source }
  return section(
    said.title,
    factsOf(
      [
        { ...about, value: words.number(demand.covers), label: said.covers, what: said.covers_what },
        { ...about, value: words.number(demand.searches), label: said.searches, what: said.searches_what },
      ],
      words,
    ),
  )
}

const listingPart = ({ listing, today }: SalesFigures, words: SalesWords): string => {
  const { listing: said, gap: names, of, n } = words.phrases
  if (!listing) return section(said.title, paragraph(said.unknown))
  const about = { period: fill(of.now, { day: words.day(today) }), source: said.source }
  const facts = factsOf(
    [
      { ...about, value: words.percent(listing.score), label: said.score, what: said.score_what },
      { ...about, value: words.number(listing.photos), label: said.photos, what: said.photos_what },
    ],
    words,
  )
  const rows = listing.gaps
    .map(
      ({ gap, points }) =>
        `<tr><th scope="row">${escapeHtml(names[gap])}</th><td class="num">+ ${escapeHtml(words.plural(points, { one: n.points_one, other: n.points_other }))}</td></tr>`,
    )
    .join('')
  const missing = rows ? `<h3>${escapeHtml(said.missing)}</h3><table><tbody>${rows}</tbody></table>` : paragraph(said.none)
  return section(said.title, facts + paragraph(listing.hoursKnown ? said.hours_yes : said.hours_no) + missing)
}

const channelsPart = ({ channels, city, today }: SalesFigures, words: SalesWords): string => {
  const { channels: said, of } = words.phrases
  const about = { period: fill(of.now, { day: words.day(today) }), source: said.source }
  const names = channels.live.length ? ` (${words.list(channels.live)})` : ''
  const facts = factsOf([{ ...about, value: words.number(channels.live.length), label: said.live + names, what: said.live_what }], words)
  if (!channels.lacked.length) return section(said.title, facts + paragraph(said.unknown))
  const where = channels.where === 'city' ? fill(said.city, { city: city ?? '' }) : said.country
  const rows = channels.lacked
    .map(({ name, venues }) => {
      const share = fill(said.share, { venues: words.number(venues), of: words.number(channels.of) })
      return `<tr><th scope="row">${escapeHtml(name)}</th><td class="num">${escapeHtml(share)}</td></tr>`
    })
    .join('')
  const told = `<p class="soft">${escapeHtml(`${of.what}: ${said.share_what} ${of.period}: ${about.period}. ${of.source}: ${about.source}.`)}</p>`
  return section(said.title, `${facts}<h3>${escapeHtml(where)}</h3><table><tbody>${rows}</tbody></table>${told}`)
}

/** Everything that is known of the venue, and what is not. */
export const figureParts = (figures: SalesFigures, words: SalesWords): string =>
  demandPart(figures, words) + channelsPart(figures, words) + listingPart(figures, words)
