import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { mayImport } from '@tablewire/contracts/identity/access'
import { importKinds } from '@tablewire/contracts/import/import.rules'
import { useAbility } from '#src/api/ability.ts'
import { Guide } from '#src/kit/Guide.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { SampleButton } from './SampleButton.tsx'
import { useT } from '../use-t.ts'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(1),
  marginBlockStart: theme.spacing(2.5),
}))
const steps = ['file', 'map', 'check', 'apply'] as const

/** Before the first import: what will happen, and a file to begin with. */
export const ImportStart = ({ onNew }: { onNew: () => void }) => {
  const t = useT()
  const ability = useAbility()
  return (
    <>
      <Guide steps points={steps.map((step) => ({ title: t(`step.${step}`), text: t(`start.${step}`) }))} />
      <Row>
        <Button variant="outlined" startIcon={<Icon path={mdiPlus} />} onClick={onNew}>
          {t('start')}
        </Button>
      </Row>
      <Row style={{ marginBlockStart: 8 }}>
        {importKinds
          .filter((kind) => mayImport(ability, kind))
          .map((kind) => (
            <SampleButton key={kind} kind={kind} />
          ))}
      </Row>
    </>
  )
}
