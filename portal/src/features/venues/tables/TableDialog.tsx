import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'
import { usualPriority } from '@tablewire/contracts/booking/tables.rules'
import type { Book } from '@tablewire/contracts/estate/book'
import { useId, useState } from 'react'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { draftOf, type TableDraft } from './edit-plan.ts'
import { PriorityField, priorityOf } from './PriorityField.tsx'
import { useTablesT } from './use-tables-t.ts'

type TableDialogProps = {
  plan: TablePlan
  table: DiningTable
  areas: readonly Pick<Book['areas'][number], 'id' | 'name'>[]
  saving: boolean
  onSave: (draft: TableDraft) => void
  onClose: () => void
}

const numberOf = (typed: string): number => Math.trunc(Number(typed)) || 0

/** Which others can be pushed against it. */
const Beside = ({ plan, draft, onChange }: { plan: TablePlan; draft: TableDraft; onChange: (beside: string[]) => void }) => {
  const t = useTablesT()
  const near = plan.tables.filter(({ id, areaId }) => id !== draft.table.id && areaId === draft.table.areaId)
  if (near.length === 0) return null
  return (
    <fieldset style={{ minWidth: 0, margin: 0, padding: 0, border: 0 }}>
      <legend style={{ padding: 0, fontWeight: 600, fontSize: '0.875rem' }}>{t('beside')}</legend>
      <div style={{ display: 'flex', flexWrap: 'wrap', columnGap: 16, maxHeight: 220, overflowY: 'auto' }}>
        {near.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            label={name}
            control={
              <Checkbox
                checked={draft.beside.includes(id)}
                onChange={(_, checked) => onChange(checked ? [...draft.beside, id] : draft.beside.filter((one) => one !== id))}
              />
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Not cut: what is too long is said. */
const nameMost = 20
type Faults = { name: boolean; min: boolean; max: boolean }
const faultsOf = ({ name, minCovers, maxCovers }: DiningTable, others: readonly DiningTable[]): Faults => ({
  name: name.trim() === '' || name.trim().length > nameMost || others.some((one) => one.name.toLowerCase() === name.trim().toLowerCase()),
  min: minCovers < 1 || minCovers > maxCovers,
  max: maxCovers < 1 || maxCovers > 1000,
})

export const TableDialog = ({ plan, table, areas, saving, onSave, onClose }: TableDialogProps) => {
  const t = useTablesT()
  const titleId = useId()
  const [draft, setDraft] = useState(() => draftOf(plan, table))
  const [priority, setPriority] = useState(String(table.priority ?? usualPriority))
  const [tried, setTried] = useState(false)
  const known = plan.tables.some(({ id }) => id === table.id)
  const found = faultsOf(
    draft.table,
    plan.tables.filter(({ id }) => id !== table.id),
  )
  const faults = tried ? found : { name: false, min: false, max: false }
  const change = (over: Partial<DiningTable>): void => setDraft({ ...draft, table: { ...draft.table, ...over } })
  const { name, areaId, minCovers, maxCovers, online } = draft.table
  const tooLong = name.trim().length > nameMost
  const number = { inputMode: 'numeric', type: 'number', min: 1, max: 1000 } as const
  return (
    <Dialog open onClose={saving ? () => undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{known ? t('edit.title', { name: table.name }) : t('add')}</DialogTitle>
      <DialogForm
        draft={{ restored: false, drop: () => undefined }}
        saveLabel={t('save')}
        saving={saving}
        onClose={onClose}
        onSave={async (event) => {
          event.preventDefault()
          setTried(true)
          const wanted = priorityOf(priority)
          if (wanted !== undefined && !found.name && !found.min && !found.max)
            onSave({ ...draft, table: { ...draft.table, name: name.trim(), priority: wanted } })
        }}
      >
        <TextField
          label={t('name')}
          required
          autoFocus
          value={name}
          error={faults.name || tooLong}
          helperText={
            tooLong ? t('name.long', { most: nameMost, count: name.trim().length }) : faults.name ? t('name.wrong') : t('name.hint')
          }
          slotProps={{ htmlInput: { dir: 'auto' } }}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField select label={t('area')} value={areaId} onChange={({ target }) => change({ areaId: target.value })}>
          {areas.map((area) => (
            <option key={area.id} value={area.id}>
              {area.name}
            </option>
          ))}
        </TextField>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16 }}>
          <TextField
            label={t('min')}
            value={minCovers || ''}
            error={faults.min}
            helperText={faults.min ? t('min.wrong') : undefined}
            slotProps={{ htmlInput: number }}
            onChange={({ target }) => change({ minCovers: numberOf(target.value) })}
          />
          <TextField
            label={t('max')}
            value={maxCovers || ''}
            error={faults.max}
            helperText={faults.max ? t('max.wrong') : undefined}
            slotProps={{ htmlInput: number }}
            onChange={({ target }) => change({ maxCovers: numberOf(target.value) })}
          />
        </div>
        <PriorityField typed={priority} onType={setPriority} />
        <FormControlLabel
          label={t('online')}
          control={<Checkbox checked={online} onChange={(_, checked) => change({ online: checked })} />}
        />
        <Beside plan={plan} draft={draft} onChange={(beside) => setDraft({ ...draft, beside })} />
      </DialogForm>
    </Dialog>
  )
}
