import { lazy, Suspense, useEffect, useState } from 'react'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { useT } from '../use-t.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })))

type Open = 'commands' | 'shortcuts' | undefined
let show: (open: Open) => void = () => undefined
export const openCommands = (): void => show('commands')

/** SH8: the commands on Ctrl/⌘ K, the list of keys on `?`; both come when they are first asked for. */
export const Keys = () => {
  const t = useT()
  const [open, setOpen] = useState<Open>()
  const [asked, setAsked] = useState<ReadonlySet<Open>>(new Set())
  useEffect(() => {
    show = (next) => {
      setAsked((before) => new Set([...before, next]))
      setOpen(next)
    }
  }, [])
  useShortcuts([
    { keys: 'mod+k', label: t('commands'), run: () => show('commands'), whileWriting: true },
    { keys: '?', label: t('shortcuts.show'), run: () => show('shortcuts') },
  ])
  const close = (): void => setOpen(undefined)
  return (
    <Suspense>
      {asked.has('commands') ? <CommandPalette open={open === 'commands'} onClose={close} /> : null}
      {asked.has('shortcuts') ? <ShortcutsDialog open={open === 'shortcuts'} onClose={close} /> : null}
    </Suspense>
  )
}
