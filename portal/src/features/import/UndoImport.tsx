import { mdiUndoVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ImportBatch, imports } from '@tablewire/contracts/import'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from './use-t.ts'

/** Asks first, in words about what goes; and asks again where people changed some of it since. */
export const UndoImport = ({ batch, onChanged }: { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }) => {
  const t = useT()
  const [asked, setAsked] = useState<'first' | 'changed'>()
  const [said, setSaid] = useState('')
  const undo = useCall(imports.undo, { meta: { shown: true } })
  const close = (): void => setAsked(undefined)
  const start = (keepChanged: boolean): void =>
    undo.mutate(
      { params: { id: batch.id }, body: { keepChanged } },
      {
        onSuccess: (next) => {
          close()
          onChanged(next)
        },
        onError: (error) => {
          setSaid(errorText(error, phrasesNow('kit')))
          setAsked(error instanceof ApiError && error.code === 'import.changed_since' ? 'changed' : 'first')
        },
      },
    )
  const count = (batch.counts?.made ?? 0) + (batch.counts?.changed ?? 0)
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiUndoVariant} size={18} />}
        onClick={() => {
          setSaid('')
          setAsked('first')
        }}
      >
        {t('undo')}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        title={t(asked === 'changed' ? 'undo.changed' : 'undo.title')}
        confirmLabel={t(asked === 'changed' ? 'undo.rest' : 'undo')}
        danger
        busy={undo.isPending}
        onClose={close}
        onConfirm={() => start(asked === 'changed')}
      >
        <p style={{ margin: 0 }}>{asked === 'changed' ? t('undo.changedText') : t(`undo.${batch.kind}`, { count })}</p>
        {said ? <p role="alert">{said}</p> : null}
      </ConfirmDialog>
    </>
  )
}
