import type { sheetPages } from '@tablewire/contracts/booking/sheet-mails'
import type { ServiceSheet, SheetParty } from '@tablewire/contracts/booking/service-sheets'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { fill } from '#src/platform/phrases.ts'
import { sheetPhrases } from './sheet-phrases.ts'

/** More than a kitchen reads in a mail; the rest stands on the page. */
const listedMost = 150

export type LetterParts = { title: string; paragraphs: string[]; details: [string, string][] }
type Asked = { sheet: ServiceSheet; lang: Lang; pages: readonly (typeof sheetPages)[number][]; day: string }

type Coming = { startsLocal: string; offset: string | null }
const timeOf = ({ startsLocal, offset }: Coming): string => `${startsLocal.slice(11)}${offset === null ? '' : ` (${offset})`}`

const pastOf = ({ visits, noShows, walkIn, lateMinutes }: SheetParty, lang: Lang): string[] => {
  const words = sheetPhrases[lang]
  return [
    ...(visits === null || walkIn ? [] : [visits === 0 ? words.first : fill(words.nth, { count: visits + 1 })]),
    ...(noShows ? [fill(words.noShows, { count: noShows })] : []),
    ...(lateMinutes ? [fill(words.late, { count: lateMinutes })] : []),
  ]
}

const rowOf = (party: SheetParty, lang: Lang): [string, string] => {
  const words = sheetPhrases[lang]
  const marks = [...new Set([...party.tags, ...party.guestTags]), ...pastOf(party, lang)]
  const lines = [
    [[party.firstName, party.lastName].filter(Boolean).join(' ') || words.unknown, party.areaName, party.tableName, party.phone]
      .filter(Boolean)
      .join(' · '),
    party.allergies.length > 0 ? fill(words.allergy, { words: party.allergies.join(', ') }) : '',
    marks.join(' · '),
    party.notes ?? '',
    party.status === 'pending_confirmation' || party.status === 'requires_payment' ? words.unconfirmed : '',
  ]
  return [`${timeOf(party)} · ${party.partySize}`, lines.filter((line) => line !== '').join('\n')]
}

const kitchenOf = ({ kitchen }: ServiceSheet, lang: Lang): string[] => {
  const words = sheetPhrases[lang]
  const line = (party: ServiceSheet['kitchen']['large'][number] & { words?: readonly string[] }): string =>
    [timeOf(party), String(party.partySize), party.lastName, party.areaName, party.tableName, party.words?.join(', '), party.note]
      .filter(Boolean)
      .join(' · ')
  const totals = kitchen.allergyWords.map(({ word, parties }) => `${word} (${parties})`).join(', ')
  return [
    [words.quarters, ...kitchen.quarters.map((quarter) => `${timeOf(quarter)}  ${quarter.covers}`)].join('\n'),
    ...(kitchen.allergies.length > 0
      ? [[fill(words.allergies, { count: kitchen.allergyParties }), ...(totals ? [totals] : []), ...kitchen.allergies.map(line)].join('\n')]
      : []),
    ...(kitchen.large.length > 0 ? [[words.large, ...kitchen.large.map(line)].join('\n')] : []),
  ]
}

/** The sheet as a mail that reads well without pictures, and as text. */
export const letterParts = ({ sheet, lang, pages, day }: Asked): LetterParts => {
  const words = sheetPhrases[lang]
  const { sums, forecast, meal } = sheet
  const list = pages.includes('list') ? sheet.parties : []
  const counts = fill(words.sums, { parties: sums.parties, covers: sums.covers })
  return {
    title: `${sheet.venueName}: ${meal?.name ?? ''}, ${day}`,
    paragraphs: [
      [counts, ...(sums.unconfirmed > 0 ? [fill(words.open, { count: sums.unconfirmed })] : [])].join(' · '),
      ...(forecast ? [fill(words.forecast, { expected: forecast.expected, error: forecast.error, weeks: forecast.weeks })] : []),
      ...sheet.notes.map(({ content, authorName }) => `${content}\n— ${authorName}`),
      ...(pages.includes('kitchen') && sheet.kitchen.quarters.length > 0 ? kitchenOf(sheet, lang) : []),
      ...(sheet.parties.length === 0 ? [words.nobody] : []),
      ...(list.length > listedMost ? [fill(words.more, { count: listedMost })] : []),
    ],
    details: list.slice(0, listedMost).map((party) => rowOf(party, lang)),
  }
}
