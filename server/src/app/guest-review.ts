import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { ownAspects } from '@tablewire/contracts/reviews/review-requests'
import { Temporal } from 'temporal-polyfill'
import { brandOfHost, brandOfHostLastKnown } from '#src/features/brands/api.ts'
import {
  askNoMore,
  type Giving,
  giveReview,
  type OpenRequest,
  openRequest,
  requestPhrases,
  type RequestLink,
  signedBy,
} from '#src/features/review-requests/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { sayAsPage } from '#src/platform/http/page-errors.ts'
import { sayAgain, type Sent, sentForm } from '#src/platform/http/send-again.ts'
import { localWords } from '#src/platform/local-words.ts'
import { fill } from '#src/platform/phrases.ts'
import type { AppContainer } from './ports.ts'
import { primaryOf } from './web-manifest.ts'
import { sendPlainPage } from './send-plain-page.ts'

const path = '/feedback/:id'
type ReviewRequest = { Params: { id: string }; Querystring: { signature?: unknown }; Body: unknown }
type Page = Pick<OpenRequest, 'lang' | 'brand'> & { title: string; body: string }

const styleOf = (colour: string): string =>
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:6vh auto;padding:0 1.25rem 4rem;overflow-wrap:anywhere}' +
  'header{font-weight:600;margin-bottom:2rem}h1{font-size:1.5rem;line-height:1.3}fieldset{border:0;margin:0 0 1.5rem;padding:0}legend,label.field{font-weight:600;padding:0;margin-bottom:.5rem;display:block}' +
  'label.star{display:flex;align-items:center;gap:.75rem;min-height:44px;cursor:pointer}input[type=radio]{width:1.25rem;height:1.25rem;margin:0;flex:none}' +
  'select,textarea{font:inherit;box-sizing:border-box;width:100%;padding:.6rem;border:1px solid GrayText;border-radius:6px;background:Canvas;color:CanvasText}select{min-height:44px}textarea{min-height:9rem}' +
  'h2{font-size:1.1rem;margin:1.5rem 0 .5rem}.pre{white-space:pre-line}blockquote{margin:1.5rem 0;padding-inline-start:1rem;border-inline-start:3px solid}.stop{margin-top:3rem}.stop button{border-width:1px;font-weight:400}' +
  '.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem}.wrong{border-inline-start:4px solid;padding-inline-start:.75rem;font-weight:600}' +
  `button{font:inherit;font-weight:600;min-height:44px;padding:0 1.25rem;border:2px solid ${colour};border-radius:6px;background:Canvas;color:CanvasText;cursor:pointer}` +
  ':focus-visible{outline:3px solid Highlight;outline-offset:2px}'

/** Without script, in the brand of the venue's owner. */
const htmlOf = ({ title, body, lang, brand }: Page): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
  `<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title><style>${styleOf(primaryOf(brand))}</style></head>` +
  `<body><header>${escapeHtml(brand.name)}</header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

const send = (reply: FastifyReply, status: number, page: Page): FastifyReply => sendPlainPage(reply, status, htmlOf(page))

const stars = [5, 4, 3, 2, 1] as const
/** What stands in the form: as it was sent, or else as it is kept. */
type Filled = { stars: string; text: string; aspects: Record<string, string> }

const keptIn = ({ rating, content, subratings }: OpenRequest): Filled => ({
  stars: rating === null ? '' : String(rating),
  text: content ?? '',
  aspects: Object.fromEntries(subratings.map((one) => [one.name, String(one.rating)])),
})
const sentIn = (body: unknown): Filled => {
  const sent = (body ?? {}) as Record<string, unknown>
  const textOf = (name: string): string => (typeof sent[name] === 'string' ? sent[name] : '')
  return { stars: textOf('stars'), text: textOf('text'), aspects: Object.fromEntries(ownAspects.map((name) => [name, textOf(name)])) }
}

const optionsOf = (chosen: string, unrated: string): string =>
  ['', '5', '4', '3', '2', '1']
    .map((value) => {
      const shown = value === '' ? escapeHtml(unrated) : `${'★'.repeat(Number(value))} ${value}`
      return `<option value="${value}"${value === chosen ? ' selected' : ''}>${shown}</option>`
    })
    .join('')

const textOf = (lang: Lang, text: string): string =>
  `<label class="field" for="text">${escapeHtml(requestPhrases[lang].page.text)}</label><textarea id="text" name="text" maxlength="4000">${escapeHtml(text)}</textarea>`

const formFields: ReadonlySet<string> = new Set(['stars', 'text', ...ownAspects])
/** His words stand there to be read, where they could not be taken. */
const wordsIn = ({ fields }: Sent, lang: Lang): Record<string, string> => {
  const text = fields.find(([name]) => name === 'text')?.[1]
  return text ? { text: textOf(lang, text) } : {}
}

const formOf = (request: OpenRequest, filled: Filled): string => {
  const { page } = requestPhrases[request.lang]
  const radios = stars
    .map(
      (count) =>
        `<label class="star"><input type="radio" name="stars" value="${count}" required${filled.stars === String(count) ? ' checked' : ''}><span>${escapeHtml(page[`star${count}`])}</span></label>`,
    )
    .join('')
  const aspects = ownAspects
    .map(
      (name) =>
        `<div><label class="field" for="${name}">${escapeHtml(page[name])}</label><select id="${name}" name="${name}">${optionsOf(filled.aspects[name] ?? '', page.unrated)}</select></div>`,
    )
    .join('')
  const name = signedBy(request)
  return (
    `<form method="post"><fieldset><legend>${escapeHtml(page.stars)}</legend>${radios}</fieldset>` +
    `<fieldset><legend>${escapeHtml(page.aspects)}</legend><div class="grid">${aspects}</div></fieldset>` +
    textOf(request.lang, filled.text) +
    `<p>${escapeHtml(name ? fill(page.name, { name: name.endsWith('.') ? name : `${name}.` }) : page.anonymous)}</p><button>${escapeHtml(request.reviewId ? page.again : page.send)}</button></form>`
  )
}

const paragraph = (text: string, kind = ''): string => `<p${kind}>${escapeHtml(text)}</p>`

/** What everybody reads of it now, with what the house answered. */
const standing = ({ lang, venueName, rating, content, reply }: OpenRequest): string => {
  const { page } = requestPhrases[lang]
  return (
    `<blockquote>${paragraph('★'.repeat(rating ?? 0))}${content ? paragraph(content, ' class="pre"') : ''}</blockquote>` +
    (reply ? `<h2>${escapeHtml(fill(page.reply, { venue: venueName }))}</h2>${paragraph(reply, ' class="pre"')}` : '')
  )
}
/** A form of its own: whoever sends his review is not taken off by a key. */
const stopForm = ({ id, lang }: OpenRequest, signature: string): string =>
  `<form method="post" action="/feedback/${id}/stop?signature=${encodeURIComponent(signature)}" class="stop"><button>${escapeHtml(requestPhrases[lang].page.stop)}</button></form>`

/** Opened, or opened again: the form as long as nobody has decided about it. */
const asked = (reply: FastifyReply, request: OpenRequest, { signature }: RequestLink): FastifyReply => {
  const { lang, brand, venueName, moderation, visitedOn } = request
  const { page } = requestPhrases[lang]
  if (moderation === 'published')
    return send(reply, 200, { lang, brand, title: page.published, body: paragraph(page.publishedText) + standing(request) })
  if (moderation === 'declined') return send(reply, 200, { lang, brand, title: page.closed, body: paragraph(page.closedText) })
  const day = localWords(Temporal.PlainDate.from(visitedOn).toPlainDateTime(), lang === 'en' ? 'en-GB' : lang, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const body = paragraph(fill(page.visit, { day })) + formOf(request, keptIn(request)) + stopForm(request, signature)
  return send(reply, 200, { lang, brand, title: fill(page.title, { venue: venueName }), body })
}

const answered = (
  reply: FastifyReply,
  { request, outcome }: Giving,
  { body, link }: { body: unknown; link: RequestLink },
): FastifyReply => {
  const { lang, brand, venueName } = request
  const { page } = requestPhrases[lang]
  const title = fill(page.title, { venue: venueName })
  if (outcome === 'closed') return asked(reply, request, link)
  if (outcome === 'saved')
    return send(reply, 200, {
      lang,
      brand,
      title: page.saved,
      body: paragraph(fill(page.savedText, { venue: venueName })) + formOf(request, keptIn(request)),
    })
  if (outcome === 'too_often')
    return send(reply, 429, {
      lang,
      brand,
      title,
      body: paragraph(page.tooOften, ' class="wrong" role="alert"') + formOf(request, sentIn(body)),
    })
  return send(reply, 422, {
    lang,
    brand,
    title,
    body: paragraph(page.wrong, ' class="wrong" role="alert"') + formOf(request, sentIn(body)),
  })
}

/** LI2: where a guest writes his review, without a sign-in. Looking changes nothing, as programs look at every link of a mail. */
export const guestReview = (app: FastifyInstance, { db, log, systemCtx }: AppContainer): void => {
  const linkOf = ({ params, query }: FastifyRequest<ReviewRequest>): RequestLink => ({
    id: params.id,
    signature: typeof query.signature === 'string' ? query.signature : '',
  })
  const gone = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const lang = langOf(request)
    const { page } = requestPhrases[lang]
    return send(reply, 404, { lang, brand: await brandOfHost(db, request.hostname), title: page.gone, body: paragraph(page.goneText) })
  }
  /** Whoever reads pages reads what failed as one too. */
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sayAsPage({ log, error, request, reply }, async ({ status }) => {
      const lang = langOf(request)
      const { page } = requestPhrases[lang]
      const brand = await brandOfHostLastKnown(db, request.hostname)
      const sent = status === 503 ? sentForm(request, (name) => formFields.has(name)) : undefined
      if (sent) return send(reply, status, { lang, brand, ...sayAgain(sent, lang, { inside: wordsIn(sent, lang) }) })
      return send(reply, status, { lang, brand, title: page.failed, body: paragraph(page.failedText) })
    })
  app.get<ReviewRequest>(path, { errorHandler }, async (request, reply) => {
    const found = await openRequest(systemCtx('review_requests.page'), linkOf(request))
    return found ? asked(reply, found, linkOf(request)) : gone(request, reply)
  })
  app.post<ReviewRequest>(path, { errorHandler }, async (request, reply) => {
    const given = await giveReview(systemCtx('review_requests.page'), linkOf(request), request.body)
    return given ? answered(reply, given, { body: request.body, link: linkOf(request) }) : gone(request, reply)
  })
  app.post<ReviewRequest>(`${path}/stop`, { errorHandler }, async (request, reply) => {
    const stopped = await askNoMore(systemCtx('review_requests.page'), linkOf(request))
    if (!stopped) return gone(request, reply)
    const { lang, brand, venueName } = stopped
    const { page } = requestPhrases[lang]
    return send(reply, 200, { lang, brand, title: page.stopped, body: paragraph(fill(page.stoppedText, { venue: venueName })) })
  })
}
