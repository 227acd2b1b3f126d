import { type ErrorCode, general, problems } from '@tablewire/contracts/kit/problem'
import { escapeHtml } from '../html.ts'
import { inlineHtml, type Link, type Page } from './frame.ts'
import { sampleMessage } from './sample-message.ts'

const href = '/docs/errors'
/** Where a code is explained; answers that carry it lead there. */
export const errorHref = (code: ErrorCode): string => `${href}#${code}`

/** Why a code comes, and what a developer does about it. */
export type ErrorHelp = readonly [cause: string, todo: string]
export type ErrorHelpOf = (code: ErrorCode) => ErrorHelp

const codes = Object.keys(problems) as ErrorCode[]
const isGeneral: ReadonlySet<string> = new Set(general)
const areaOf = (code: string): string => (isGeneral.has(code) ? 'any' : code.split('.')[0]!)
const titleOf = (area: string): string =>
  area === 'any' ? 'Any call' : area.replace('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

const entry = (code: ErrorCode, [cause, todo]: ErrorHelp): string =>
  `<section class="error" id="${code}" aria-labelledby="${code}-title"><h3 id="${code}-title"><a href="${errorHref(code)}"><code>${code}</code></a> <em>${problems[code]}</em></h3>` +
  `<p>“${escapeHtml(sampleMessage(code))}”</p><p><strong>Why.</strong> ${inlineHtml(cause)}</p><p><strong>What to do.</strong> ${inlineHtml(todo)}</p></section>`

/** Every code with what it says to people, why it comes and what to do about it. */
export const errorsPage = (helpOf: ErrorHelpOf): Page => {
  const areas = [...Map.groupBy(codes, areaOf)]
  const inside: Link[] = areas.map(([area]) => ({ href: `${href}#about-${area}`, title: titleOf(area) }))
  const body = areas.map(
    ([area, own]) => `<h2 id="about-${area}">${titleOf(area)}</h2>${own.map((code) => entry(code, helpOf(code))).join('')}`,
  )
  return {
    href,
    title: 'Errors',
    kind: 'Errors',
    lead: 'Every refusal has a `code` for programs and a `message` for people in their language. Decide by the code, never by the message, whose names and numbers are examples here; treat a code you do not know by its status.',
    body: body.join(''),
    inside,
  }
}

export const errorFinds = (): { title: string; href: string; kind: string; text: string }[] =>
  codes.map((code) => ({ title: code, href: errorHref(code), kind: `Error ${problems[code]}`, text: sampleMessage(code) }))
