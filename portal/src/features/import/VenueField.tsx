import { mdiMagnify } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { venues } from '@tablewire/contracts/venues'
import { type KeyboardEvent, useId, useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({ position: 'relative' })
const List = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  top: '100%',
  zIndex: theme.zIndex.modal,
  marginTop: 4,
  maxHeight: 300,
  padding: '4px 0',
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
  '& > [role="option"]': { padding: '7px 14px', fontSize: '0.875rem', cursor: 'pointer' },
  '& > [aria-selected="true"], & > [role="option"]:hover': { backgroundColor: theme.vars.palette.ground.selected },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))

/** More than this nobody reads: the server searches among all. */
const shownAtMost = 20
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

export type Chosen = { id: string; name: string }
type Listed = Chosen & { city?: string | null }
type VenueFieldProps = {
  value: Chosen | undefined
  fault: string | undefined
  onChange: (venue: Chosen | undefined) => void
  /** In a row that says by itself what it is for: only who hears it is told. */
  compact?: boolean
  label?: string
  /** A choice before all venues. */
  also?: Chosen
}

/** The venue reservations go to, found by name among all one may see. */
export const VenueField = ({ value, fault, onChange, compact = false, label, also }: VenueFieldProps) => {
  const t = useT()
  const called = label ?? t('venue')
  const listId = useId()
  const [text, setText] = useState(value?.name ?? '')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = useSettled(value ? '' : text.trim(), 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(wanted === '' ? {} : { filters: { criteria: wanted } }) }
  const asked = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: open, meta: { shown: true } })
  const found: Listed[] = asked.data?.data ?? []
  const rows: Listed[] = also && wanted === '' ? [also, ...found] : found
  const shown = open && rows.length > 0
  const choose = (venue: Listed | undefined): void => {
    if (!venue) return
    onChange({ id: venue.id, name: venue.name })
    setText(venue.name)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = steps[event.key]
    if (by) {
      event.preventDefault()
      setOpen(true)
      setAt((before) => Math.max(0, Math.min(rows.length - 1, open ? before + by : 0)))
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault()
      choose(rows[at])
    } else if (event.key === 'Escape') setOpen(false)
  }
  return (
    <Root>
      <TextField
        {...(compact ? { size: 'small' } : { label: called, required: true })}
        error={fault !== undefined}
        helperText={open && asked.isSuccess && rows.length === 0 ? t('venue.none') : (fault ?? (compact ? undefined : t('venue.hint')))}
        value={text}
        placeholder={t('venue.search')}
        startAdornment={<Icon path={mdiMagnify} size={18} style={{ marginInlineEnd: 8 }} />}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setText(target.value)
          onChange(undefined)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            ...(compact ? { 'aria-label': called } : {}),
            role: 'combobox',
            autoComplete: 'off',
            'aria-expanded': shown,
            ...(shown ? { 'aria-controls': listId } : {}),
            'aria-autocomplete': 'list',
            'aria-activedescendant': shown && rows[at] ? `${listId}-${rows[at].id}` : undefined,
          },
        }}
      />
      {shown ? (
        // A field with its list, as the pattern of a combobox has it; a select would not search on the server.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <List id={listId} role="listbox" aria-label={called}>
          {rows.map((venue, index) => (
            // The field keeps the focus; its keys choose.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={venue.id}
              id={`${listId}-${venue.id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(venue)}
            >
              {venue.name}
              {venue.city ? <small>{venue.city}</small> : null}
            </div>
          ))}
        </List>
      ) : null}
    </Root>
  )
}
