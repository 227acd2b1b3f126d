import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { takeLeftPage } from '#src/api/left-page.ts'
import { targetOf } from '#src/api/return-url.ts'
import { sessionStore } from '#src/api/session.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

export type Way = {
  /** The sentence about an address nobody may be sent to. */
  refused: string | undefined
  /** Brings the code of the page to come while the server checks who it is. */
  prepare: () => void
  /** Goes there. `tell`: the refusal could not be read before. */
  go: (options?: { tell?: boolean }) => Promise<void>
}

/** AC3: redirectUrl, else returnUrl, when it is a page of this origin or a brand's own site; else home. */
export const useTarget = (): Way => {
  const t = useT()
  const router = useRouter()
  const { redirectUrl, returnUrl } = useSearch({ strict: false })
  const wanted = redirectUrl ?? returnUrl
  const target = useMemo(() => targetOf(wanted, location.origin), [wanted])
  const [notOurs, setNotOurs] = useState<string>()
  const outside = useRef<Promise<string | undefined>>(undefined)
  useEffect(() => {
    if (target.kind !== 'outside') return
    const question = import('./ask-redirect.ts').then(({ allowedOutside }) => allowedOutside(target.href)).catch(() => undefined)
    outside.current = question
    void question.then((url) => (outside.current === question && !url ? setNotOurs(target.host) : undefined))
  }, [target])
  const refusedHost = target.kind === 'refused' || (target.kind === 'outside' && target.host === notOurs) ? target.host : undefined
  return {
    refused: refusedHost === undefined ? undefined : t('redirect.refused', { host: refusedHost }),
    prepare: () => {
      const href = target.kind === 'page' && target.href !== '/' ? target.href : '/reservations'
      void router.preloadRoute({ to: href } as never)
    },
    go: async ({ tell = false } = {}) => {
      const url = target.kind === 'outside' ? await outside.current : undefined
      if (url) return location.replace(url)
      if (tell && target.kind !== 'page') toast.warning(t('redirect.refused', { host: target.host }))
      const left = takeLeftPage(sessionStore.get().userData?.id)
      await router.navigate({
        href: (wanted === undefined ? left : undefined) ?? (target.kind === 'page' ? target.href : '/'),
        replace: true,
      })
    },
  }
}
