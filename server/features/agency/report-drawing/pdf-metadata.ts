export interface PdfMetadata {
  title: string;
  /** Whose name the document has. */
  author: string;
  subject: string;
  writtenAt: Date;
}

/**
 * The metadata of a document as XML. pdfkit writes its own without escaping: a company named "Harbour & Pine" would break it.
 * It has the methods that pdfkit calls.
 */
export function createXmpMetadata({ title, author, subject, writtenAt }: PdfMetadata) {
  const xml = toXml(`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(subject)}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreateDate>${writtenAt.toISOString().split('.')[0]}Z</xmp:CreateDate>
<xmp:CreatorTool>${escapeXml(author)}</xmp:CreatorTool>
</rdf:Description>`);
  return {
    append: () => {},
    end: () => {},
    getXML: () => xml,
    getLength: () => Buffer.byteLength(xml),
  };
}

const toXml = (content: string) => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${content}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
