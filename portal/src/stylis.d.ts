declare module 'stylis' {
  import type { StylisPlugin } from '@emotion/cache'

  /** https://github.com/thysultan/stylis#middleware: it ships without types. */
  export const prefixer: StylisPlugin
}
