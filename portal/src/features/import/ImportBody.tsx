import { mdiPencilOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ApplyImport } from './ApplyImport.tsx'
import { Findings } from './Findings.tsx'
import { ImportRows } from './ImportRows.tsx'
import { MapStep } from './MapStep.tsx'
import { Result } from './Result.tsx'
import { ResumeUpload } from './ResumeUpload.tsx'
import { isBusy } from './Steps.tsx'
import { UndoImport } from './UndoImport.tsx'
import { useT } from './use-t.ts'
import { ImportProgress } from './ImportProgress.tsx'

const Acts = styled('div')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) }))

type PartProps = { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }

/** What stands under the steps, by the step. */
export const ImportBody = ({ batch, onChanged }: PartProps) => {
  const t = useT()
  const [mapping, setMapping] = useState(false)
  if (isBusy(batch)) return <ImportProgress batch={batch} />
  if (batch.state === 'draft' && !batch.layout) return <ResumeUpload batch={batch} onDone={onChanged} />
  if (batch.state === 'draft' || (batch.state === 'checked' && mapping)) return <MapStep batch={batch} onChanged={onChanged} />
  return (
    <>
      <Result batch={batch} />
      {batch.state === 'checked' ? (
        <Acts>
          <ApplyImport batch={batch} onChanged={onChanged} />
          <Button color="inherit" startIcon={<Icon path={mdiPencilOutline} size={18} />} onClick={() => setMapping(true)}>
            {t('map.again')}
          </Button>
        </Acts>
      ) : null}
      {batch.state === 'applied' ? (
        <Acts>
          <UndoImport batch={batch} onChanged={onChanged} />
        </Acts>
      ) : null}
      <ImportRows batch={batch} />
      <Findings batch={batch} onChanged={onChanged} />
    </>
  )
}
