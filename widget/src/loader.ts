import { loaderVersion } from './loader-version.ts'
import type { FromFrame, Told } from './messages.ts'

/*
 * `/widget.js`, on other people's pages: turns links to a booking page into that page, within theirs. Where it is missing or blocked, the link stays a link. It
 * keeps nothing, leaves no name behind but `tablewire`, and believes only its own frames.
 */
;((here: Document, view: Window & { tablewire?: object; dataLayer?: unknown[] }) => {
  const script = here.currentScript as HTMLScriptElement | null
  if (!script || view.tablewire) return
  view.tablewire = {}
  const { origin } = new URL(script.src)
  const wanted = 'a[data-tw-venue]'
  const langs: Readonly<Record<string, string>> = { '': 'Close', en: 'Close', es: 'Cerrar', fr: 'Fermer', de: 'Schließen', nl: 'Sluiten' }
  type Framed = {
    id: string
    frame: HTMLIFrameElement
    link: HTMLAnchorElement
    dialog?: HTMLDialogElement
    untilMs: number
    theme: string | undefined
  }
  const framed = new Map<string, Framed>()
  const known = new WeakSet<Element>()
  /** After so long without a word of its frame, times are looked up anew when a popup opens again. */
  const freshMs = 600_000
  /** A place that is held and what was typed stay for as long as the form that they stand in is good. */
  const keptMs = 7_200_000

  /** By the object model, which a page's policy allows, and stronger than a page's own rules for everything; each rule with its semicolon. */
  const style = (element: HTMLElement, rules: string): void => {
    element.style.cssText += rules.replaceAll(';', '!important;')
  }
  const langOf = ({ dataset }: HTMLElement): string => {
    const asked = (dataset['twLang'] ?? here.documentElement.lang).slice(0, 2).toLowerCase()
    return asked in langs ? asked : ''
  }
  const srcOf = (link: HTMLAnchorElement, id: string): string => {
    const url = new URL(link.href)
    const add = (name: string, value: string | null): void => {
      if (value && !url.searchParams.has(name)) url.searchParams.set(name, value)
    }
    add('lang', langOf(link))
    for (const name of ['theme', 'channel', 'party', 'date', 'area']) add(name, link.getAttribute(`data-tw-${name}`))
    for (const [name, value] of new URLSearchParams(location.search)) if (name.startsWith('utm_')) add(name, value)
    add('frame', id)
    add('host', location.origin)
    // Neither what an address asks nor what it marks: that may be somebody's own.
    add('path', location.pathname)
    add('loader', loaderVersion)
    return url.href
  }
  /** Whoever opens a popup stands at its first field. */
  const enter = ({ frame, dialog }: Framed): void => {
    if (!dialog?.open) return
    frame.focus()
    frame.contentWindow?.postMessage({ tablewire: 1, focus: 1 }, '*')
  }
  const frameOf = (link: HTMLAnchorElement): Framed => {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('')
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page needs its scripts, forms and origin: a sandbox would have to allow all it forbids
    const frame = here.createElement('iframe')
    frame.src = srcOf(link, id)
    frame.title = link.textContent?.trim() ?? ''
    frame.allow = 'payment'
    style(frame, 'all:revert;border:0;width:100%;color-scheme:normal;display:block;')
    const made: Framed = { id, frame, link, untilMs: Date.now() + freshMs, theme: link.dataset['twTheme'] }
    frame.addEventListener('load', () => enter(made))
    framed.set(id, made)
    return made
  }
  const forget = (one: Framed): void => {
    framed.delete(one.id)
    ;(one.dialog ?? one.frame).remove()
    if (one.dialog) return
    // The same link may be put back.
    known.delete(one.link)
    one.link.style.removeProperty('display')
  }

  const tell = (link: HTMLElement, name: string, detail: Told): void => {
    link.dispatchEvent(new CustomEvent(`tablewire:${name}`, { bubbles: true, detail }))
    if (link.dataset['twDatalayer'] !== 'off') (view.dataLayer ??= []).push({ event: `tablewire_${name}`, ...detail })
  }
  /** Whether it was told before, by this tab; storage may be closed to us. */
  const toldBefore = (key: string): boolean => {
    try {
      if (sessionStorage.getItem(key)) return true
      sessionStorage.setItem(key, '1')
    } catch {
      // Then a page that is loaded again tells it again.
    }
    return false
  }

  const popupOf = (link: HTMLAnchorElement): Framed => {
    const before = [...framed.values()].find((one) => one.link === link)
    if (before && Date.now() < before.untilMs) return before
    if (before) forget(before)
    const made = frameOf(link)
    const dialog = here.createElement('dialog')
    const close = here.createElement('button')
    close.textContent = '✕'
    close.ariaLabel = langs[langOf(link)]!
    close.addEventListener('click', () => dialog.close())
    dialog.ariaLabel = made.frame.title
    dialog.addEventListener('close', () => tell(link, 'closed', {}))
    style(
      dialog,
      'all:revert;width:min(44rem,100%);height:min(52rem,100%);max-width:100%;max-height:100%;padding:0;border:0;border-radius:12px;overflow:hidden;',
    )
    style(
      close,
      'all:revert;position:absolute;inset-block:8px auto;inset-inline:auto 8px;width:44px;height:44px;padding:0;border:0;border-radius:24px;font:600 16px/20px sans-serif;background:#0009;color:#fff;',
    )
    style(made.frame, 'height:100%;')
    dialog.append(made.frame, close)
    here.body.append(dialog)
    return Object.assign(made, { dialog })
  }

  const inline = (link: HTMLAnchorElement): void => {
    const { frame } = frameOf(link)
    style(frame, `height:${link.dataset['twHeight'] ?? '640px'};`)
    link.after(frame)
    style(link, 'display:none;')
  }
  /** In the colours that its markup names; markup that names none keeps what its page has given it, if anything. */
  const corner = (link: HTMLAnchorElement): void => {
    const colors = link.dataset['twColors']
    const [background, color] = (colors ?? '#1d1d22 #fff').split(' ') as [string, string]
    const dress = (): void => {
      // Who has dressed it has given it room.
      if (!colors && getComputedStyle(link).padding !== '0px') return
      style(
        link,
        `padding:13px 22px;border:1px solid;border-radius:24px;font:600 16px/20px sans-serif;text-decoration:none;background:${background};color:${color};`,
      )
    }
    style(link, 'position:fixed;inset-block:auto 16px;inset-inline:auto 16px;z-index:2147483000;')
    if (colors) dress()
    else addEventListener('load', dress)
  }
  const popup = (link: HTMLAnchorElement): void => {
    link.ariaHasPopup = 'dialog'
    if (link.dataset['twMode'] === 'button') corner(link)
    link.addEventListener('pointerdown', () => popupOf(link))
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return
      event.preventDefault()
      const one = popupOf(link)
      const { dialog } = one
      if (!dialog || dialog.open) return
      dialog.showModal()
      enter(one)
      tell(link, 'opened', {})
    })
  }
  const scan = (): void => {
    for (const link of here.querySelectorAll<HTMLAnchorElement>(wanted)) {
      if (known.has(link) || !link.href.startsWith(`${origin}/book/`)) continue
      known.add(link)
      ;(link.dataset['twMode'] === 'inline' ? inline : popup)(link)
    }
    // A page that builds itself anew takes its links away.
    for (const one of framed.values()) {
      if (!one.link.isConnected) forget(one)
      else if (one.theme !== one.link.dataset['twTheme']) {
        one.theme = one.link.dataset['twTheme']
        one.frame.contentWindow?.postMessage({ tablewire: 1, theme: one.theme ?? 'auto' }, origin)
      }
    }
  }

  addEventListener('message', ({ data, origin: from, source }: MessageEvent<FromFrame | null>) => {
    if (from !== origin || data?.tablewire !== 1) return
    const one = framed.get(data.frame)
    if (!one || source !== one.frame.contentWindow) return
    if (data.type === 'height') {
      if (!one.dialog) style(one.frame, `height:${Math.min(6000, data.height)}px;`)
    } else if (data.type === 'close') one.dialog?.close()
    else one.untilMs = Date.now() + (data.type === 'event' ? freshMs : keptMs)
    if (data.type === 'event' && !(data.name === 'booked' && toldBefore(`tablewire ${data.detail.reference}`)))
      tell(one.link, data.name, data.detail)
  })
  scan()
  new MutationObserver(scan).observe(here.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-tw-theme'],
  })
})(document, window)
