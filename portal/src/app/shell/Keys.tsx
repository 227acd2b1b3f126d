import { type ComponentType, useEffect, useRef, useState } from 'react'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { holdSingleKeys, useShortcuts } from '#src/kit/shortcuts.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { offeredOptions } from '../settings/settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { openCustomizer } from './CustomizerButton.tsx'

type PartProps = { open: boolean; onClose: () => void; onThere: () => void }
/** Says when it is there, so that keys that were pressed for it meanwhile do nothing else; it is also when it cannot come. */
const part = (load: () => Promise<ComponentType<Omit<PartProps, 'onThere'>>>): ComponentType<PartProps> =>
  lazyWithRetry(
    async () => {
      const Loaded = await load()
      return function Part({ onThere, ...props }: PartProps) {
        useEffect(onThere)
        return <Loaded {...props} />
      }
    },
    ({ onClose, onThere }) => {
      onThere()
      onClose()
    },
  )
const CommandPalette = part(async () => {
  const [module] = await Promise.all([import('./CommandPalette.tsx'), loadPhrases('app/customizer')])
  return module.CommandPalette
})
const ShortcutsDialog = part(() => import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog))

type Open = 'commands' | 'shortcuts' | undefined
let show: (open: Open) => void = () => undefined
export const openCommands = (): void => show('commands')

/** SH8: the commands on Ctrl/⌘ K, the list of keys on `?`; both come when they are first asked for, or while nobody waits. */
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
  const there = (): void => release.current?.()
  return (
    <>
      {requested.has('commands') ? <CommandPalette open={open === 'commands'} onClose={close} onThere={there} /> : null}
      {requested.has('shortcuts') ? <ShortcutsDialog open={open === 'shortcuts'} onClose={close} onThere={there} /> : null}
    </>
  )
}
