import type { PuppetMock } from "wechaty-puppet-mock";
import { createWaiting, type Waiting } from "../../emulators/waiting.ts";

/** `types.Message` of the SDK. */
export const messageTypes = { text: 7, image: 6, audio: 2, emoticon: 5, recalled: 13, unknown: 0 } as const;

export const botId = "wxid_bot";
export const personId = "wxid_person";
export const roomId = "9001@chatroom";
export const botName = "前门";

export interface Sent {
  readonly id: string;
  readonly chatId: string;
  /** Of a file its name. */
  readonly text: string;
  /** Of a file. */
  readonly base64?: string;
}

export interface SayOptions {
  readonly from?: string;
  readonly room?: string;
  readonly mentions?: readonly string[];
  readonly type?: number;
  /** Epoch milliseconds; now. */
  readonly sentMs?: number;
}

/** WeChat as one account sees it; any number of mock puppets, one after another, stand in it. */
export interface World extends Waiting {
  /** Gives a puppet that has not started yet its account, people and room, and logs it in at its start. */
  equip(puppet: PuppetMock): void;
  /** Somebody writes; the puppet announces it. Returns the message's id. */
  say(text: string, options?: SayOptions): string;
  /** Announces it once more. */
  announce(messageId: string): void;
  /** Announces once more all that was written since then, as puppets do that catch up. */
  announceSince(sentMs: number): void;
  /** The next send goes through, but nobody is told. */
  loseNextAnswer(): void;
  readonly sent: readonly Sent[];
  /** Texts that the bot has sent to a chat. */
  seen(chatId?: string): readonly string[];
  /** What a send does instead, from now on; undefined: it goes through. */
  onSend: ((chatId: string, text: string) => string | undefined) | undefined;
  /** The puppet that has started last. */
  puppet(): PuppetMock;
  readonly people: string[];
}

interface Written {
  readonly id: string;
  readonly payload: { readonly timestamp: number };
}

export interface WorldOptions {
  /** Logs in at the start by itself. */
  readonly isLoggedIn?: boolean;
}

export function createWorld({ isLoggedIn = true }: WorldOptions = {}): World {
  const waiting = createWaiting();
  const sent: Sent[] = [];
  const written: Written[] = [];
  const people = [personId];
  let current: PuppetMock | undefined;
  let nextId = 1;
  let isAnswerLost = false;

  const puppet = (): PuppetMock => {
    if (current === undefined) throw new Error("no puppet has started");
    return current;
  };
  const send = async (mock: PuppetMock, chatId: string, something: Omit<Sent, "id" | "chatId">) => {
    if (!mock.isLoggedIn) throw new Error("not logged in");
    if (chatId !== roomId && !people.includes(chatId))
      throw new Error(`MockContact.load(): ${chatId} not exist.`);
    const answer = world.onSend === undefined ? `sent-${nextId++}` : world.onSend(chatId, something.text);
    sent.push({ id: answer ?? "", chatId, ...something });
    waiting.changed();
    if (isAnswerLost) {
      isAnswerLost = false;
      throw new Error("socket hang up");
    }
    return answer;
  };
  const enter = (mock: PuppetMock): void => {
    current = mock;
    const { mocker } = mock;
    const contacts = [[botId, botName] as const, ...people.map((id) => [id, `用户 ${id}`] as const)];
    for (const [id, name] of contacts)
      if (!mocker.cacheContactPayload.has(id)) mocker.createContact({ id, name });
    if (!mocker.cacheRoomPayload.has(roomId))
      mocker.createRoom({ id: roomId, memberIdList: [botId, ...people], topic: "炒股群" });
    for (const { id, payload } of written) mocker.cacheMessagePayload.set(id, payload as never);
    if (isLoggedIn && !mock.isLoggedIn) mocker.login(mocker.ContactMock.load(botId));
    waiting.changed();
  };

  const world: World = {
    onSend: undefined,
    sent,
    people,
    puppet,
    ...waiting,
    seen: (chatId = personId) => sent.filter((each) => each.chatId === chatId).map(({ text }) => text),
    equip(mock) {
      const text = (chatId: string, said: string) => send(mock, chatId, { text: said });
      const file = async (chatId: string, box: { name: string; toBase64(): Promise<string> }) =>
        send(mock, chatId, { text: box.name, base64: await box.toBase64() });
      // The mock itself gives no message ids.
      Object.assign(mock, { messageSendText: text, messageSendFile: file });
      mock.mocker.use((mocker) => {
        enter(mocker.puppet);
        return () => undefined;
      });
    },
    say(text, { from = personId, room, mentions = [], type = messageTypes.text, sentMs } = {}) {
      const id = `m${nextId++}`;
      const to = room === undefined ? { listenerId: botId } : { roomId: room, mentionIdList: [...mentions] };
      const payload = { id, talkerId: from, text, timestamp: sentMs ?? Date.now(), type, ...to };
      written.push({ id, payload });
      current?.mocker.cacheMessagePayload.set(id, payload as never);
      world.announce(id);
      return id;
    },
    announceSince(sentMs) {
      for (const { id, payload } of written) if (payload.timestamp >= sentMs) world.announce(id);
    },
    loseNextAnswer() {
      isAnswerLost = true;
    },
    announce: (messageId) => void current?.emit("message", { messageId }),
  };
  return world;
}
