import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { errorText } from '../error-text.ts'
import { useT } from '../use-t.ts'
import { TextField } from '../TextField.tsx'
import { toast } from '../toasts.ts'
import { useUrlSearch } from '../url-search.ts'

type View = { readonly name: string; readonly search: Readonly<Record<string, string>> }
export type ViewChoicesProps = {
  views: readonly View[]
  /** What of the address belongs to a view. */
  names: readonly string[]
  /** No further one is taken. */
  full: boolean
  onKeep: (view: View) => Promise<void>
  onDrop: (name: string) => Promise<void>
  anchor: HTMLElement | null
  onClose: () => void
}

const same = (one: View['search'], other: View['search'], names: readonly string[]): boolean =>
  names.every((name) => (one[name] ?? '') === (other[name] ?? ''))

/** A view kept under the same name is not written over by one that was dropped. */
const actOf = (name: string): string => `view:${name}`

/** The views of a list and what can be done with them; open as long as it has an anchor. */
export const ViewChoices = ({ views, names, full, onKeep, onDrop, anchor, onClose }: ViewChoicesProps) => {
  const t = useT()
  const [address, setAddress] = useUrlSearch()
  const [name, setName] = useState<string>()
  const [busy, setBusy] = useState(false)
  const now = Object.fromEntries(names.flatMap((key) => (address[key] ? [[key, address[key]]] : [])))
  const open = views.find(({ search }) => same(search, now, names))
  const show = ({ search }: View): void => {
    onClose()
    setAddress({ ...Object.fromEntries(names.map((key) => [key, undefined])), ...search }, { push: true })
  }
  const trying = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => void toast.error(errorText(error, phrasesNow('kit'))))
  const drop = async (view: View): Promise<void> => {
    onClose()
    await onDrop(view.name)
    toast.undoable(actOf(view.name), t('views.dropped', { name: view.name }), {
      label: t('views.undo'),
      run: () => void trying(onKeep(view)),
    })
  }
  const keep = async (): Promise<void> => {
    setBusy(true)
    const kept = (name ?? '').trim()
    toast.over(actOf(kept))
    await trying(onKeep({ name: kept, search: now }))
    setBusy(false)
    setName(undefined)
  }
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ paper: { sx: { maxWidth: 320 } } }}>
        {views.map((view) => (
          <MenuItem key={view.name} role="menuitemradio" aria-checked={view === open} selected={view === open} onClick={() => show(view)}>
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{view.name}</span>
          </MenuItem>
        ))}
        {views.length === 0 ? <MenuItem disabled>{t('views.none')}</MenuItem> : null}
        <Divider />
        {open ? <MenuItem onClick={() => void trying(drop(open))}>{t('views.drop', { name: open.name })}</MenuItem> : null}
        {open ? null : (
          <MenuItem
            disabled={full || Object.keys(now).length === 0}
            onClick={() => {
              onClose()
              setName('')
            }}
          >
            {t('views.keep')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={name !== undefined}
        title={t('views.keep')}
        confirmLabel={t('views.save')}
        busy={busy}
        ready={(name ?? '').trim() !== ''}
        onConfirm={() => void keep()}
        onClose={() => setName(undefined)}
      >
        <TextField
          label={t('views.name')}
          helperText={t('views.hint')}
          value={name ?? ''}
          autoFocus
          slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off', dir: 'auto' } }}
          onChange={({ target }) => setName(target.value)}
        />
      </ConfirmDialog>
    </>
  )
}
