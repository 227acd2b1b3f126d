/** Somebody else wrote it: no script runs in it, it has no origin, and its links open beside the portal. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
/** The page's policy reaches into the frame: style sheets in a mail need its nonce, and pictures from elsewhere stay away. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const framed = (html: string): string => `<base target="_blank">${html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`)}`

/** A mail as its reader would see it. */
export const MailFrame = ({ title, html, height }: { title: string; html: string; height?: number }) => (
  <iframe
    title={title}
    sandbox={sandbox}
    srcDoc={framed(html)}
    style={height === undefined ? undefined : { width: '100%', height, border: 0 }}
  />
)
