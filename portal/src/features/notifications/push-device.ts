import type { notifications } from '@tablewire/contracts/operations/notifications'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { sessionStore } from '#src/api/session.ts'

type Subscription = Sent<typeof notifications.subscribe>['body']
/** Which of the person's devices this browser is. */
const storageKey = 'tablewire:push-device'

export type PushState = 'unsupported' | 'insecure' | 'install' | 'blocked' | 'ready'

const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

/** What this browser would let us do right now. */
export const pushState = (): PushState => {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

export const ownDeviceId = (): string | undefined => localStorage.getItem(storageKey) ?? undefined
export const keepDeviceId = (id: string | undefined): void => {
  if (id) localStorage.setItem(storageKey, id)
  else localStorage.removeItem(storageKey)
}

/** `Chrome on Linux`, as far as the browser says. */
export const deviceName = (agent = navigator.userAgent): string => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent.replace(/Chrome(?=.*(Edg|OPR)\/)/, ''))?.[1] ?? 'Browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? ''
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }
  return [names[browser] ?? browser, names[system] ?? system].filter((word) => word !== '').join(' · ')
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!)
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Asks the reader, then the browser's push service; undefined when the reader said no. */
export const subscribeBrowser = async (pushKey: string): Promise<Subscription | undefined> => {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) }
  // A subscription made with another key, of an installation that stood here before, is in the way.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const keys = { p256dh: textOf(subscription.getKey('p256dh')), auth: textOf(subscription.getKey('auth')) }
  return { endpoint: subscription.endpoint, keys, device: deviceName() }
}

export const unsubscribeBrowser = async (): Promise<void> => {
  keepDeviceId(undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

let ending = false
/** Whoever signs out here is shown no more guests here, whoever looks at the screen next. */
export const endPushWithSession = (): void => {
  if (ending) return
  ending = true
  sessionStore.onEnd(({ signedOut }) => {
    if (signedOut && ownDeviceId()) unsubscribeBrowser().catch(() => undefined)
  })
}

/** Somebody opened a push while the portal stands open: the page goes there without being loaded anew, so a form half filled in asks first. */
export const onPushOpened = (go: (url: string) => void): (() => void) => {
  const hear = ({ data }: MessageEvent<{ open?: unknown } | null>): void => {
    if (typeof data?.open === 'string' && /^\/(?!\/)/.test(data.open)) go(data.open)
  }
  navigator.serviceWorker?.addEventListener('message', hear)
  return () => navigator.serviceWorker?.removeEventListener('message', hear)
}
