type Parts = { text: string; html: string }

const address = /\bhttps?:\/\/[^\s<>"']+/gi

/** Nothing that leads anywhere: buttons are struck out and addresses are dots. Pictures stay, they open nothing. */
export const redactLinks = ({ text, html }: Parts): Parts => ({
  text: text.replace(address, '•••'),
  html: html
    .replace(
      /<a\b[^>]*?(\sstyle="[^"]*")?>/gi,
      (_tag, style: string | undefined) => `<s${style?.replace('text-decoration:none', 'text-decoration:line-through') ?? ''}>`,
    )
    .replace(/<\/a>/gi, '</s>')
    .replace(/\ssrc="[^"]*"|\bhttps?:\/\/[^\s<>"']+/gi, (found) => (found.trimStart().startsWith('src=') ? found : '•••')),
})
