import { escapeHtml } from '../html.ts'
import { inlineHtml as inline, type Page } from './frame.ts'

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const tableHtml = (lines: readonly string[], n: number): string => {
  const cells = lines.map((line) => line.split('|').slice(1, -1))
  const [head = [], , ...rows] = cells
  const row = (of: readonly string[], tag: 'td' | 'th') =>
    `<tr>${of.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`
  return `<div class="wide" tabindex="0" role="region" aria-label="Table ${n}: ${escapeHtml(head.map((cell) => cell.trim()).join(', '))}"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((one) => row(one, 'td')).join('')}</tbody></table></div>`
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

type Guide = { title: string; lead?: string; sections: { id: string; title: string; words: string }[]; body: string }

/** A guide written in the few marks of Markdown it needs, as HTML without script or inline style. */
const readGuide = (text: string): Guide => {
  const guide: Guide = { title: '', sections: [], body: '' }
  let examples = 0
  let tables = 0
  for (const lines of blocksOf(text)) {
    const first = lines[0]!
    const title = first.replace(/^#+ /, '')
    if (first.startsWith('# ')) guide.title = title
    else if (first.startsWith('## ')) {
      guide.sections.push({ id: anchorOf(title), title, words: '' })
      guide.body += `<h2 id="${anchorOf(title)}">${inline(title)}</h2>`
    } else if (first.startsWith('### ')) guide.body += `<h3 id="${anchorOf(title)}">${inline(title)}</h3>`
    else if (first.startsWith('```')) guide.body += codeHtml(lines, ++examples)
    else if (first.startsWith('|')) guide.body += tableHtml(lines, ++tables)
    else if (first.startsWith('- ')) guide.body += listHtml(lines)
    else if (guide.lead === undefined && guide.body === '') guide.lead = lines.join(' ')
    else guide.body += `<p>${inline(lines.join(' '))}</p>`
    const section = guide.sections.at(-1)
    if (section && !first.startsWith('```')) section.words += ` ${lines.join(' ').replaceAll(/[`*#|]+/g, ' ')}`
  }
  return guide
}

/** Each longer word once: what a search needs of a text, in a third of its bytes. */
const wordsOf = (text: string): string => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}-]{5,}/gu))].join(' ')

/** The guide as a page: what it begins with is its lead, its sections are its contents. */
export const guidePage = (href: string, text: string, kind = 'Guide'): Page => {
  const { sections, ...guide } = readGuide(text)
  return { href, kind, ...guide, inside: sections.map(({ id, title, words }) => ({ href: `${href}#${id}`, title, words: wordsOf(words) })) }
}
