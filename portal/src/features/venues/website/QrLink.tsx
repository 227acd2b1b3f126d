import { mdiDownload } from '@mdi/js'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { QrCode } from '#src/kit/QrCode.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { useT } from '../use-t.ts'

/** The address for cameras, on tables, doors and cards; as a drawing it prints sharp at any size. */
export const QrLink = ({ address }: { address: string }) => {
  const t = useT()
  const drawn = useRef<HTMLDivElement>(null)
  const save = (): void => {
    const svg = drawn.current?.querySelector('svg')
    if (svg) saveFile('booking-page.svg', [new XMLSerializer().serializeToString(svg)], 'image/svg+xml')
  }
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      <div ref={drawn} style={{ width: 208, maxWidth: '100%' }}>
        <QrCode text={address} label={t('website.qr')} />
      </div>
      <Button variant="outlined" startIcon={<Icon path={mdiDownload} size={18} />} onClick={save}>
        {t('website.qr.save')}
      </Button>
    </div>
  )
}
