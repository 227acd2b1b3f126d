import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { isAgent } from '@tablewire/contracts/identity/access'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { applySaved } from './import-mapping.ts'
import { useT } from './use-t.ts'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.spacing(1),
  marginBlockEnd: theme.spacing(2),
  '& > .choose': { flex: '1 1 200px', maxWidth: 320 },
}))

type Props = { batch: ImportBatch; mapping: Mapping; onChange: (mapping: Mapping) => void }

const Kept = ({ batch, mapping, onChange }: Props) => {
  const t = useT()
  const { kind } = batch
  const saved = useEndpoint(imports.mappings, { query: { kind } })
  const save = useCall(imports.saveMapping)
  const forget = useCall(imports.deleteMapping)
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState<string>()
  const rows = saved.data ?? []
  const reload = () => queryClient.invalidateQueries({ queryKey: keyOf(imports.mappings) })
  const choose = (id: string): void => {
    setChosen(id)
    const found = rows.find((row) => row.id === id)
    if (found) onChange(applySaved(kind, found.mapping, batch.columns))
  }
  return (
    <Row>
      {rows.length ? (
        <TextField className="choose" select size="small" label={t('saved')} value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">{t('saved.none')}</option>
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.name}
            </option>
          ))}
        </TextField>
      ) : null}
      {chosen ? (
        <Button
          color="inherit"
          startIcon={<Icon path={mdiTrashCanOutline} size={18} />}
          loading={forget.isPending}
          onClick={() =>
            forget.mutate(
              { params: { id: chosen } },
              {
                onSuccess: () => {
                  setChosen('')
                  void reload()
                },
              },
            )
          }
        >
          {t('saved.forget')}
        </Button>
      ) : null}
      <Button color="inherit" startIcon={<Icon path={mdiContentSaveOutline} size={18} />} onClick={() => setName('')}>
        {t('saved.save')}
      </Button>
      <ConfirmDialog
        open={name !== undefined}
        title={t('saved.save')}
        confirmLabel={t('saved.confirm')}
        ready={(name ?? '').trim() !== ''}
        busy={save.isPending}
        onClose={() => setName(undefined)}
        onConfirm={() =>
          save.mutate(
            { body: { kind, name: name!.trim(), mapping } },
            {
              onSuccess: (made) => {
                setName(undefined)
                setChosen(made.id)
                void reload()
                toast.success(t('saved.done', { name: made.name }))
              },
            },
          )
        }
      >
        <TextField
          label={t('saved.name')}
          value={name ?? ''}
          helperText={t('saved.hint')}
          slotProps={{ htmlInput: { maxLength: 80 } }}
          onChange={({ target }) => setName(target.value)}
        />
      </ConfirmDialog>
    </Row>
  )
}

/** A mapping by its name, for the next file of the same kind; a company's own, so that people of partners keep none. */
export const SavedMappings = (props: Props) => (isAgent(useSession().userData?.roles ?? []) ? null : <Kept {...props} />)
