/**
 * The manifest of a SCORM 1.2 package (ADL, Content Aggregation Model 1.2, section 2.3): one lesson, one page to
 * launch.
 */

import { escapeMarkup } from '../../shared/markup.ts';
import type { LessonHead } from '../format/lesson.ts';

/** The manifest file of a package. */
export const SCORM_MANIFEST = 'imsmanifest.xml';
/** Page that a course system opens. */
const LAUNCH_PAGE = 'scorm/launch.html';

/**
 * @param lesson path of the lesson's file in the package
 * @param files paths of all other files in the package
 */
export function formatScormManifest({ id, title }: LessonHead, lesson: string, files: readonly string[]): string {
  const name = `bufferscope-${id}`;
  const fileElements = [...files, lesson]
    .map((path) => `      <file href="${escapeMarkup(encodeURI(path))}"/>`)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 scorm/imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 scorm/adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="${name}-course">
    <organization identifier="${name}-course">
      <title>${escapeMarkup(title)}</title>
      <item identifier="${name}-item" identifierref="${name}-page" parameters="?lesson=${escapeMarkup(encodeURIComponent(lesson))}">
        <title>${escapeMarkup(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="${name}-page" type="webcontent" adlcp:scormtype="sco" href="${LAUNCH_PAGE}">
${fileElements}
    </resource>
  </resources>
</manifest>
`;
}
