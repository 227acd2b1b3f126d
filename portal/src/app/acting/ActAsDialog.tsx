import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { acting, type Customer } from '@tablewire/contracts/identity/acting'
import { type KeyboardEvent, useId, useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from '../use-t.ts'
import { actAs } from './acting.ts'
import { CustomerChoice } from './CustomerChoice.tsx'

const shown = 20

const Place = styled('div')({ minHeight: 320, display: 'grid', alignContent: 'start', gap: 12 })
const Hint = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }))
const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 2 })
/** Arrow keys walk through the list, and back up into the field. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** AC8: the people of companies, found by name, address or company; choosing one begins at once. */
export const ActAsDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const [busy, setBusy] = useState(false)
  const query = useEndpoint(acting.customers, { query: { limit: shown, filters: { search } } }, { ...keepRows, meta: { shown: true } })
  const begin = (customer: Customer): void => {
    setBusy(true)
    actAs(customer.id).catch((error: unknown) => {
      setBusy(false)
      toast.error(errorText(error, phrasesNow('kit')))
    })
  }
  const { data: found = [], total = 0 } = query.data ?? {}
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('acting.start')}</DialogTitle>
      <DialogContent>
        <Place onKeyDown={walk}>
          <Hint>{t('acting.hint')}</Hint>
          <TextField
            label={t('acting.search')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            // Where everybody begins here.
            autoFocus
            slotProps={{ htmlInput: { type: 'search', autoComplete: 'off', maxLength: 120 } }}
          />
          {query.isPending ? <RowsSkeleton rows={4} /> : null}
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
          {query.data && found.length === 0 ? <EmptyState /> : null}
          <List aria-label={t('acting.people')} aria-busy={query.isPlaceholderData}>
            {found.map((customer) => (
              <CustomerChoice key={customer.id} customer={customer} busy={busy} onChoose={() => begin(customer)} />
            ))}
          </List>
          {total > found.length ? <Hint>{t('acting.more', { count: total - found.length })}</Hint> : null}
        </Place>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {t('acting.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
