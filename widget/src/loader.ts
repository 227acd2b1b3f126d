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
  const langs: Readonly<Record<string, string>> = { en: 'Close', es: 'Cerrar', fr: 'Fermer', de: 'Schließen', nl: 'Sluiten' }
  type Framed = { frame: HTMLIFrameElement; link: HTMLAnchorElement; dialog?: HTMLDialogElement; madeMs: number; theme: string | undefined }
  const framed = new Map<string, Framed>()
  const known = new WeakSet<Element>()
  /** Older than this, times are looked up anew when a popup opens again. */
  const freshMs = 600_000

  /** By the object model, which a page's policy allows, and stronger than a page's own rules for everything. */
  const style = (element: HTMLElement, rules: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, 'important')
  }
  const langOf = ({ dataset }: HTMLElement): string => {
    const asked = (dataset['twLang'] ?? here.documentElement.lang).slice(0, 2).toLowerCase()
    return asked in langs ? asked : ''
  }
  const srcOf = (link: HTMLAnchorElement, id: string): string => {
    const url = new URL(link.href)
    const add = (name: string, value: string | undefined): void => {
      if (value && !url.searchParams.has(name)) url.searchParams.set(name, value)
    }
    add('lang', langOf(link))
    for (const name of ['theme', 'channel', 'party', 'date', 'area']) add(name, link.dataset[`tw${name[0]!.toUpperCase()}${name.slice(1)}`])
    for (const [name, value] of new URLSearchParams(location.search)) if (name.startsWith('utm_')) add(name, value)
    add('frame', id)
    add('host', location.origin)
    // Neither what an address asks nor what it marks: that may be somebody's own.
    add('path', location.pathname)
    add('loader', loaderVersion)
    return url.href
  }
  const frameOf = (link: HTMLAnchorElement): Framed => {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page needs its scripts, forms and origin: a sandbox would have to allow all it forbids
    const frame = here.createElement('iframe')
    frame.src = srcOf(link, id)
    frame.title = link.textContent?.trim() ?? ''
    frame.allow = 'payment'
    style(frame, { border: '0', width: '100%', 'min-width': '0', 'max-width': 'none', 'color-scheme': 'normal', display: 'block' })
    const made = { frame, link, madeMs: Date.now(), theme: link.dataset['twTheme'] }
    framed.set(id, made)
    return made
  }
  const forget = (one: Framed): void => {
    for (const [id, other] of framed) if (other === one) framed.delete(id)
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
    if (before && Date.now() - before.madeMs < freshMs) return before
    if (before) forget(before)
    const made = frameOf(link)
    const dialog = here.createElement('dialog')
    const close = here.createElement('button')
    close.type = 'button'
    close.textContent = '✕'
    close.ariaLabel = langs[langOf(link)] ?? 'Close'
    close.addEventListener('click', () => dialog.close())
    dialog.ariaLabel = made.frame.title
    dialog.addEventListener('close', () => {
      style(dialog, { display: 'none' })
      tell(link, 'closed', {})
    })
    style(dialog, {
      display: 'none',
      width: 'min(44rem, 100%)',
      height: 'min(52rem, 100%)',
      'max-width': '100%',
      'max-height': '100%',
      margin: 'auto',
      padding: '0',
      border: '0',
      'border-radius': '12px',
      overflow: 'hidden',
    })
    style(close, {
      position: 'absolute',
      'inset-block-start': '8px',
      'inset-inline-end': '8px',
      width: '44px',
      height: '44px',
      padding: '0',
      font: '18px/1 sans-serif',
      border: '0',
      'border-radius': '22px',
      background: '#0009',
      color: '#fff',
      cursor: 'pointer',
    })
    style(made.frame, { height: '100%' })
    dialog.append(made.frame, close)
    here.body.append(dialog)
    return Object.assign(made, { dialog })
  }

  const inline = (link: HTMLAnchorElement): void => {
    const { frame } = frameOf(link)
    style(frame, { height: link.dataset['twHeight'] ?? '640px' })
    link.after(frame)
    style(link, { display: 'none' })
  }
  const popup = (link: HTMLAnchorElement): void => {
    link.ariaHasPopup = 'dialog'
    if (link.dataset['twMode'] === 'button')
      style(link, { position: 'fixed', 'inset-block-end': '16px', 'inset-inline-end': '16px', 'z-index': '2147483000' })
    link.addEventListener('pointerdown', () => popupOf(link))
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return
      event.preventDefault()
      const { dialog } = popupOf(link)
      if (!dialog || dialog.open) return
      style(dialog, { display: 'block' })
      dialog.showModal()
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
    const one = from === origin && data?.tablewire === 1 ? framed.get(data.frame) : undefined
    if (!one || source !== one.frame.contentWindow || !data) return
    if (data.type === 'height' && !one.dialog) style(one.frame, { height: `${Math.min(6000, Math.max(0, data.height))}px` })
    if (data.type === 'close') one.dialog?.close()
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
