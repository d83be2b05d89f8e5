import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** How the server answers questions: with its records, with a server failure, or not at all. */
export type DnsMood = 'well' | 'broken' | 'silent';

export interface TestDnsServer {
  /** As in the setting DNS_SERVERS. */
  address: string;
  /** The values of TXT records by name. A name without an entry does not exist. */
  records: Map<string, string[]>;
  mood: DnsMood;
  /** The names that were asked for, in order. */
  questions: string[];
  close: () => Promise<void>;
}

const headerBytes = 12;
const typeTxt = 16;
const statusServerFailure = 2;
const statusNoSuchName = 3;

/** A name server for TXT records, over UDP (RFC 1035). */
export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: new Map(),
    mood: 'well',
    questions: [],
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    server.questions.push(name);
    if (server.mood === 'silent') return;
    const asked = question.subarray(headerBytes, end);
    socket.send(answer(server, { id: question.readUInt16BE(0), name, type, asked }), from.port, from.address);
  });
  return server;
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answer(
  { records, mood }: TestDnsServer,
  { id, name, type, asked }: { id: number; name: string; type: number; asked: Buffer },
): Buffer {
  const values = mood === 'broken' ? undefined : records.get(name);
  const found = type === typeTxt ? (values ?? []) : [];
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  const failure = mood === 'broken' ? statusServerFailure : statusNoSuchName;
  // An answer of an authority, with recursion.
  header.writeUInt16BE(0x8580 | (values === undefined ? failure : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, asked, ...found.map(toTxtRecord)]);
}

function toTxtRecord(value: string): Buffer {
  // A text of more than 255 bytes is several strings.
  const texts = (value.match(/[\s\S]{1,255}/g) ?? ['']).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  );
  const data = Buffer.concat(texts);
  const record = Buffer.alloc(headerBytes);
  // The name of the question, at its place in the message.
  record.writeUInt16BE(0xc000 | headerBytes, 0);
  record.writeUInt16BE(typeTxt, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
