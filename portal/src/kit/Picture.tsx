import { useState } from 'react'

/** A picture that the server has, or none: while it is away there is no broken one in its place. Another address is tried anew. */
export const Picture = ({ src, alt, className }: { src: string; alt: string; className?: string }) => {
  const [missing, setMissing] = useState('')
  if (src === '' || src === missing) return null
  return <img className={className} src={src} alt={alt} onError={() => setMissing(src)} />
}
