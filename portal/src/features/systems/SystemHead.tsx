import { mdiArrowLeft } from '@mdi/js'
import Button from '@mui/material/Button'
import type { SystemDetail } from '@tablewire/contracts/systems'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { DeleteSystem } from './DeleteSystem.tsx'
import { useT } from './use-t.ts'

export const SystemHead = ({ system, onLeave }: { system: SystemDetail; onLeave: () => void }) => {
  const t = useT()
  return (
    <PageTitle
      title={system.name}
      hint={
        <Button
          size="small"
          color="inherit"
          startIcon={<Icon path={mdiArrowLeft} size={18} />}
          onClick={onLeave}
          sx={{ marginInlineStart: -1.25 }}
        >
          {t('back')}
        </Button>
      }
      actions={
        <>
          <Tag tone={system.active ? 'success' : 'neutral'}>{t(system.active ? 'on' : 'off')}</Tag>
          <Tag tone="neutral">{t('row.venues', { count: system.venueCount })}</Tag>
          {system.type === 'built_in' ? null : <DeleteSystem id={system.id} name={system.name} onDeleted={onLeave} />}
        </>
      }
    />
  )
}
