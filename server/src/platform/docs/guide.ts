import { escapeHtml } from '../html.ts'

/** `code`, **strong** and [links](/docs) inside of a line. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\[([^\]]+)\]\((\/[\w./#-]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const tableHtml = (lines: readonly string[]): string => {
  const cells = lines.map((line) => line.split('|').slice(1, -1))
  const [head = [], , ...rows] = cells
  const row = (of: readonly string[], tag: 'td' | 'th') =>
    `<tr>${of.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(head.map((cell) => cell.trim()).join(', '))}"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((one) => row(one, 'td')).join('')}</tbody></table></div>`
}

const codeHtml = (lines: readonly string[], n: number): string => {
  const [lang = '', role = ''] = lines[0]!.slice(3).split(' ')
  const code = escapeHtml(lines.slice(1, -1).join('\n'))
  return `<pre class="${escapeHtml(`${lang} ${role}`.trim())}" tabindex="0" role="region" aria-label="Example ${n}"><code>${code}</code></pre>`
}

const listHtml = (lines: readonly string[]): string => {
  const items = lines.join('\n').split(/^- /m).slice(1)
  // A checklist is for paper, too: boxes to tick, not inputs.
  return `<ul${items[0]?.startsWith('[ ]') ? ' class="checks"' : ''}>${items
    .map(
      (item) =>
        `<li>${inline(
          item
            .replace(/^\[ \] /, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )}</li>`,
    )
    .join('')}</ul>`
}

/** Blocks between empty lines; a fence goes on to its end. */
const blocksOf = (text: string): string[][] => {
  const blocks: string[][] = []
  let block: string[] = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (!fenced && line.trim() === '') {
      if (block.length) blocks.push(block)
      block = []
      continue
    }
    block.push(line)
    if (line.startsWith('```')) fenced = !fenced
  }
  return block.length ? [...blocks, block] : blocks
}

type Guide = { title: string; sections: { id: string; title: string }[]; body: string }

/** A guide written in the few marks of Markdown it needs, as HTML without script or inline style. */
export const readGuide = (text: string): Guide => {
  const guide: Guide = { title: '', sections: [], body: '' }
  let examples = 0
  for (const lines of blocksOf(text)) {
    const first = lines[0]!
    const title = first.replace(/^#+ /, '')
    if (first.startsWith('# ')) guide.title = title
    else if (first.startsWith('## ')) {
      guide.sections.push({ id: anchorOf(title), title })
      guide.body += `<h2 id="${anchorOf(title)}">${inline(title)}</h2>`
    } else if (first.startsWith('```')) guide.body += codeHtml(lines, ++examples)
    else if (first.startsWith('|')) guide.body += tableHtml(lines)
    else if (first.startsWith('- ')) guide.body += listHtml(lines)
    else guide.body += `<p>${inline(lines.join(' '))}</p>`
  }
  return guide
}

/** The guide as a page of its own, beside the others. */
export const guidePage = (text: string, others: readonly { href: string; title: string }[]): string => {
  const { title, sections, body } = readGuide(text)
  const links = (all: readonly { href: string; title: string }[]) =>
    all.map((one) => `<li><a href="${escapeHtml(one.href)}">${escapeHtml(one.title)}</a></li>`).join('')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(title)} · Tablewire</title><link rel="stylesheet" href="/docs.css"></head><body class="guide"><a class="skip" href="#content">Skip to the content</a>` +
    `<header><h1>${escapeHtml(title)}</h1><p>Tablewire for partners</p></header>` +
    `<div class="frame"><nav aria-label="On this page"><ul>${links(sections.map((one) => ({ href: `#${one.id}`, title: one.title })))}</ul><ul class="others">${links(others)}</ul></nav>` +
    `<main id="content">${body}</main></div></body></html>`
  )
}
