import { mdiDownload } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ImportKind } from '@tablewire/contracts/import/import.rules'
import { useLang } from '#src/i18n/lang.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { sampleFile } from './sample-file.ts'
import { useT } from '../use-t.ts'

/** A file to fill in, as this import reads it. */
export const SampleButton = ({ kind }: { kind: ImportKind }) => {
  const t = useT()
  const lang = useLang()
  const words = t('sample', { kind: t(`kind.${kind}`) })
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ whiteSpace: 'normal', textAlign: 'start' }}
      startIcon={<Icon path={mdiDownload} size={18} />}
      onClick={() => {
        const { name, text } = sampleFile(t, { kind, lang })
        saveFile(name, [text], 'text/csv;charset=utf-8')
      }}
    >
      {words}
    </Button>
  )
}
