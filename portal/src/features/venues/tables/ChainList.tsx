import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import { mdiTableChair } from '@mdi/js'
import type { TableChain, TablePlan } from '@tablewire/contracts/booking/tables'
import { useId, useState } from 'react'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { chainRows, type ChainRow, withChain } from './edit-plan.ts'
import type { SavePlan } from './use-plan.ts'
import { useTablesT } from './use-tables-t.ts'

/** More of them nobody looks through. */
const shownMost = 60

type ChainDialogProps = { row: ChainRow; saving: boolean; onSave: (chain: TableChain) => void; onClose: () => void }

const ChainDialog = ({ row, saving, onSave, onClose }: ChainDialogProps) => {
  const t = useTablesT()
  const titleId = useId()
  const [typed, setTyped] = useState(row.chain.covers === null ? '' : String(row.chain.covers))
  const [off, setOff] = useState(row.chain.off)
  const covers = typed === '' ? null : Math.trunc(Number(typed))
  const wrong = covers !== null && !(covers >= 1 && covers <= 5000)
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
          if (!wrong) onSave({ ...row.chain, covers, off })
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
        <FormControlLabel label={t('chain.off')} control={<Checkbox checked={off} onChange={(_, checked) => setOff(checked)} />} />
      </DialogForm>
    </Dialog>
  )
}

/** What can be set up from joined tables, how many it seats, and whether it is. */
export const ChainList = ({ plan, may, saving, onSave }: { plan: TablePlan; may: boolean; saving: boolean; onSave: SavePlan }) => {
  const t = useTablesT()
  const [open, setOpen] = useState<ChainRow>()
  const rows = chainRows(plan)
  if (rows.length === 0) return <p style={{ margin: 0 }}>{t('chains.none')}</p>
  return (
    <>
      <ItemList>
        {rows.slice(0, shownMost).map((row) => (
          <ListItem
            key={row.name}
            icon={<Icon path={mdiTableChair} />}
            title={
              <>
                <span dir="auto">{row.name}</span>
                {row.chain.off ? <Tag tone="neutral">{t('chain.isOff')}</Tag> : null}
              </>
            }
            text={t('seats', { count: row.chain.covers ?? row.sum })}
            acts={
              may ? (
                <Button size="small" color="inherit" aria-label={t('edit.title', { name: row.name })} onClick={() => setOpen(row)}>
                  {t('edit')}
                </Button>
              ) : null
            }
          />
        ))}
      </ItemList>
      {rows.length > shownMost ? <p style={{ marginBlockEnd: 0 }}>{t('chains.more', { count: rows.length - shownMost })}</p> : null}
      {open ? (
        <ChainDialog
          row={open}
          saving={saving}
          onSave={(chain) => onSave(withChain(plan, chain), () => setOpen(undefined))}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  )
}
