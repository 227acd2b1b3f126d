import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { TableChain } from '@tablewire/contracts/booking/tables'
import { useId, useState } from 'react'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { ChainRow } from './edit-plan.ts'
import { PriorityField, priorityOf } from './PriorityField.tsx'
import { useTablesT } from './use-tables-t.ts'

type ChainDialogProps = { row: ChainRow; saving: boolean; onSave: (chain: TableChain) => void; onClose: () => void }

const asTyped = (number: number | null | undefined): string => (number === null || number === undefined ? '' : String(number))
const sold = ['usual', 'yes', 'no'] as const
type Sold = (typeof sold)[number]
const soldOf = ({ online }: TableChain): Sold => (typeof online === 'boolean' ? (online ? 'yes' : 'no') : 'usual')

/** What is said of joined tables by hand; what is left empty is as their tables are. */
export const ChainDialog = ({ row, saving, onSave, onClose }: ChainDialogProps) => {
  const t = useTablesT()
  const titleId = useId()
  const [typed, setTyped] = useState(asTyped(row.chain.covers))
  const [priority, setPriority] = useState(asTyped(row.chain.priority))
  const [online, setOnline] = useState(soldOf(row.chain))
  const [off, setOff] = useState(row.chain.off)
  const covers = typed === '' ? null : Math.trunc(Number(typed))
  const wrong = covers !== null && !(covers >= 1 && covers <= 5000)
  const wanted = (): TableChain => ({
    ...row.chain,
    covers,
    off,
    online: online === 'usual' ? null : online === 'yes',
    priority: priorityOf(priority) ?? null,
  })
  return (
    <Dialog open onClose={saving ? () => undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{row.name}</DialogTitle>
      <DialogForm
        draft={{ restored: false, drop: () => undefined }}
        saveLabel={t('save')}
        saving={saving}
        onClose={onClose}
        onSave={async (event) => {
          event.preventDefault()
          if (!wrong && (priority === '' || priorityOf(priority) !== undefined)) onSave(wanted())
        }}
      >
        <TextField
          autoFocus
          label={t('chain.covers')}
          value={typed}
          error={wrong}
          helperText={wrong ? t('chain.wrong') : t('chain.hint', { sum: row.sum })}
          slotProps={{ htmlInput: { inputMode: 'numeric', type: 'number', min: 1, max: 5000, placeholder: String(row.sum) } }}
          onChange={({ target }) => setTyped(target.value)}
        />
        <TextField select label={t('chain.online')} value={online} onChange={({ target }) => setOnline(target.value as Sold)}>
          {sold.map((one) => (
            <option key={one} value={one}>
              {one === 'usual' ? t(row.online ? 'chain.online.asSold' : 'chain.online.asKept') : t(`chain.online.${one}`)}
            </option>
          ))}
        </TextField>
        <PriorityField typed={priority} usual={row.priority} onType={setPriority} />
        <FormControlLabel label={t('chain.off')} control={<Checkbox checked={off} onChange={(_, checked) => setOff(checked)} />} />
      </DialogForm>
    </Dialog>
  )
}
