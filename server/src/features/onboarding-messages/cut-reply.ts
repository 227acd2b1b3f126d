import EmailReplyParser from 'email-reply-parser'
import { aboveLines } from './message-phrases.ts'

const parser = new EmailReplyParser()
/** Mail programs break and indent the line as they like, and put it into other dashes. */
const bare = (text: string): string =>
  text
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase()
const marks = aboveLines.map(bare)

/** The quotation of our own mail begins at the latest where our line stands. */
const beforeOurLine = (text: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((_line, index) => {
    // The line may have been broken in two.
    const here = bare(lines.slice(index, index + 2).join(' '))
    return marks.some((mark) => here === mark || bare(lines[index]!).endsWith(mark))
  })
  return at < 0 ? text : lines.slice(0, at).join('\n')
}

/** What somebody wrote, without the mail he answers and without his signature. */
export const cutReply = (text: string): string =>
  beforeOurLine(parser.parseReply(text.replaceAll('\r\n', '\n').replace(/\u00a0/g, ' ')))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
