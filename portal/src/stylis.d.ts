declare module 'stylis' {
  /** https://github.com/thysultan/stylis#middleware: it ships without types. */
  export const prefixer: import('@emotion/cache').StylisPlugin
}
