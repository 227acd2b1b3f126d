const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** What a logo is drawn with. Whatever is not listed is left out of the written picture, with all it holds. */
export const allowedElements = words(`
  svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask
  pattern marker filter feGaussianBlur feOffset feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite feFlood feMerge
  feMergeNode feDropShadow feMorphology`)

export const allowedAttributes = words(`
  id class style transform viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength offset href
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  opacity color display visibility overflow paint-order vector-effect clip-path clip-rule mask filter stop-color stop-opacity flood-color flood-opacity
  color-interpolation color-interpolation-filters shape-rendering text-rendering mix-blend-mode isolation
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits mask-type patternUnits patternContentUnits patternTransform
  filterUnits primitiveUnits markerWidth markerHeight markerUnits refX refY orient marker-start marker-mid marker-end
  in in2 result stdDeviation dx dy mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude exponent radius edgeMode
  font-family font-size font-weight font-style font-stretch letter-spacing word-spacing text-anchor dominant-baseline alignment-baseline
  baseline-shift text-decoration writing-mode textLength lengthAdjust role aria-label`)

/** What can run, move, load or lead somewhere is refused by name, wherever it stands: whoever sent it should know. In lower case. */
export const refusedElements = words(`
  script handler listener foreignobject iframe frame embed object applet audio video source track canvas image img feimage a animate animatecolor
  animatemotion animatetransform set discard mpath link meta base html body form input button textarea select template portal math cursor
  font-face-uri color-profile`)

/** Elements whose text is part of the picture. */
export const textElements = words('text tspan title desc style')
