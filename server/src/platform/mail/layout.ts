import { escapeHtml } from '../html.ts'
import { colonOf } from '../phrases.ts'
import { oneLine } from './address.ts'

export type MailContent = {
  brand: { name: string; colour: string; logoUrl?: string }
  title: string
  paragraphs: readonly string[]
  details: readonly (readonly [label: string, value: string])[]
  action?: { label: string; url: string }
  /** What else can be opened, below the button. */
  links?: readonly { label: string; url: string }[]
  footer: string
  /** What the mail is about, for programs that read it (schema.org). */
  markup?: object
  dir: 'ltr' | 'rtl'
  lang: string
}

/** Escaped, line breaks kept. */
const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>')

const defaultColour = '#1f5f5b'
const safeColour = (colour: string): string => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : defaultColour)

/** A link or picture address; anything but http, https (and for links mailto, tel) is dropped. */
const safeUrl = (url: string | undefined, schemes: readonly string[]): string | undefined => {
  if (url === undefined || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return schemes.includes(parsed.protocol) ? parsed.href : undefined
}

/** What a link may lead to. */
const schemes = ['http:', 'https:', 'mailto:', 'tel:']

/** WCAG 2 relative luminance of `#rrggbb`, 0 to 1. */
const luminance = (colour: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Whichever of white and near black is easier to read on the colour. */
export const inkOn = (colour: string): string =>
  1.05 / (luminance(colour) + 0.05) >= (luminance(colour) + 0.05) / 0.06 ? '#ffffff' : '#111111'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Clients that know dark mode read these; the others keep the inline colours, which stand on their own backgrounds. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#15181b!important}.card{background:#1f2428!important;border-color:#343b41!important}
.ink{color:#eceff1!important}.soft{color:#a9b4bb!important}.rule{border-color:#343b41!important}
}
@media (max-width:480px){.card-in{padding:24px 20px!important}.head{padding:16px 20px!important}.label,.value{display:block!important;width:auto!important}.label{padding-bottom:0!important}.value{border-top:0!important;padding-top:0!important}}
`

const heading = ({ brand }: MailContent): string => {
  const logo = safeUrl(brand.logoUrl, ['http:', 'https:'])
  const name = escapeHtml(brand.name)
  const shown = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
    : name
  const colour = safeColour(brand.colour)
  return `<tr><td class="head" style="background:${colour};color:${inkOn(colour)};padding:18px 32px;${font};font-size:18px;font-weight:600;border-radius:8px 8px 0 0">${shown}</td></tr>`
}

const detailRows = ({ details, dir }: MailContent): string => {
  if (!details.length) return ''
  const side = dir === 'rtl' ? 'right' : 'left'
  const rows = details.map(
    ([label, value]) =>
      `<tr><th class="label soft rule" scope="row" align="${side}" valign="top" style="${font};font-size:14px;font-weight:400;color:#5b6770;padding:10px 16px 10px 0;width:36%;border-top:1px solid #e3e7ea">${escapeHtml(label)}</th>` +
      `<td class="value ink rule" align="${side}" valign="top" style="${font};font-size:16px;font-weight:600;color:#1b2227;padding:10px 0;border-top:1px solid #e3e7ea">${lines(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">${rows.join('')}</table>`
}

const button = ({ action, brand }: MailContent): string => {
  const url = safeUrl(action?.url, schemes)
  if (!action || !url) return ''
  const colour = safeColour(brand.colour)
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 8px"><tr><td style="background:${colour};border-radius:6px">` +
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;color:${inkOn(colour)};text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></td></tr></table>`
  )
}

const linkRows = ({ links = [] }: MailContent): string =>
  links
    .map(({ label, url }) => ({ label, url: safeUrl(url, schemes) }))
    .map(({ label, url }) =>
      url
        ? `<p style="margin:12px 0 0;${font};font-size:14px;line-height:1.5"><a class="ink" href="${escapeHtml(url)}" style="color:#1b2227;text-decoration:underline">${escapeHtml(label)}</a></p>`
        : '',
    )
    .join('')

const htmlOf = (content: MailContent): string => {
  const { title, paragraphs, footer, dir, lang, markup } = content
  // Inside a script element only `<` could end it early; this one is no script, and runs nothing.
  const about = markup ? `<script type="application/ld+json">${JSON.stringify(markup).replaceAll('<', '\\u003c')}</script>` : ''
  const body = paragraphs
    .map((text) => `<p class="ink" style="margin:0 0 14px;${font};font-size:16px;line-height:1.5;color:#1b2227">${lines(text)}</p>`)
    .join('')
  return (
    `<!doctype html><html lang="${escapeHtml(lang)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${style}</style>${about}</head>` +
    `<body class="page" style="margin:0;padding:0;background:#f2f4f5"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f5"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #e3e7ea;border-radius:9px">${heading(content)}` +
    `<tr><td class="card-in" align="${dir === 'rtl' ? 'right' : 'left'}" style="padding:28px 32px"><h1 class="ink" style="margin:0 0 16px;${font};font-size:22px;line-height:1.3;color:#1b2227">${escapeHtml(title)}</h1>` +
    `${body}${detailRows(content)}${button(content)}${linkRows(content)}</td></tr></table>` +
    `<p class="soft" style="max-width:600px;margin:16px auto 0;${font};font-size:13px;line-height:1.5;color:#5b6770">${lines(footer)}</p></td></tr></table></body></html>`
  )
}

const textOf = ({ brand, title, paragraphs, details, action, links = [], footer, lang }: MailContent): string => {
  const colon = colonOf(lang)
  const ways = [...(action ? [action] : []), ...links].filter(({ url }) => safeUrl(url, schemes))
  const parts = [
    title,
    ...paragraphs,
    details.map(([label, value]) => `${oneLine(label)}${colon} ${oneLine(value)}`).join('\n'),
    ...ways.map(({ label, url }) => `${label}${colon}\n${safeUrl(url, schemes)}`),
    `-- \n${footer.startsWith(brand.name) ? footer : `${brand.name}\n${footer}`}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/**
 * One mail in the brand's look, as HTML and as plain text with the same content. Everything given is text and is escaped;
 * tables and inline style, because mail clients understand little else.
 */
export const renderMail = (content: MailContent): { html: string; text: string } => ({ html: htmlOf(content), text: textOf(content) })
