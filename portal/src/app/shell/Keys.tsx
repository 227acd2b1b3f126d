import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { holdSingleKeys, useShortcuts } from '#src/kit/shortcuts.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { offeredOptions } from '../settings/settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { openCustomizer } from './CustomizerButton.tsx'

const CommandPalette = lazy(async () => {
  const [{ CommandPalette: loaded }] = await Promise.all([import('./CommandPalette.tsx'), loadPhrases('app/customizer')])
  return { default: loaded }
})
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })))

type Open = 'commands' | 'shortcuts' | undefined
let show: (open: Open) => void = () => undefined
export const openCommands = (): void => show('commands')

/** Stands in one Suspense with what is loading, so it is only there when that is. */
const Arrived = ({ onThere }: { onThere: () => void }) => {
  useEffect(onThere)
  return null
}

/** SH8: the commands on Ctrl/⌘ K, the list of keys on `?`; both come when they are first asked for. */
export const Keys = () => {
  const t = useT()
  const settings = useSettings()
  const { navCollapsed } = settings
  const [open, setOpen] = useState<Open>()
  const [requested, setRequested] = useState<ReadonlySet<Open>>(new Set())
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    show = (next) => {
      release.current?.()
      release.current = holdSingleKeys()
      setRequested((before) => new Set([...before, next]))
      setOpen(next)
    }
  }, [])
  useShortcuts([
    { keys: 'mod+k', label: t('commands'), run: () => show('commands'), whileWriting: true },
    { keys: ',', label: t('customize'), run: openCustomizer },
    {
      keys: '[',
      label: t(navCollapsed ? 'menu.expand' : 'menu.collapse'),
      run: () => changeSettings({ navCollapsed: !navCollapsed }),
      enabled: offeredOptions(settings).menuCollapsed,
    },
    { keys: '?', label: t('shortcuts.show'), run: () => show('shortcuts') },
  ])
  const close = (): void => setOpen(undefined)
  return (
    <Suspense>
      {requested.has('commands') ? <CommandPalette open={open === 'commands'} onClose={close} /> : null}
      {requested.has('shortcuts') ? <ShortcutsDialog open={open === 'shortcuts'} onClose={close} /> : null}
      <Arrived onThere={() => release.current?.()} />
    </Suspense>
  )
}
