import { decodeHTML } from 'entities'

/** A mail without a text of its own, as plain lines; what it quotes is left out. */
export const textOfHtml = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replace(/<blockquote\b[\s\S]*<\/blockquote\s*>/gi, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\s+/g, ' ')
      .replace(/<br\b[^>]*>|<\/(p|div|li|tr|h\d)\s*>/gi, '\n')
      .replace(/<li\b[^>]*>/gi, '- ')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/[ \t]+\n|\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
